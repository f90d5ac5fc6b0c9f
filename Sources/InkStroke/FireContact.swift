// SPDX-License-Identifier: MIT
import InkGeometry

/// One finger that leaves fire behind.
struct FireContact: Sendable {
    let finger: UInt32
    private var position: Point
    /// The way that led to `position`.
    private var step = Point.zero
    /// When the finger was there.
    private var time: Double
    /// Until when flames have been born for time spent.
    private var burntUntil: Double
    /// What is still to go, in points and in flames, before the next is born.
    private var wayToNext = 0.0
    private var waitToNext = 0.0
    /// Points a second.
    private var velocity = Point.zero
    private var random: TrailRandom

    init(_ finger: UInt32, at position: Point, time: Double, _ random: TrailRandom) {
        self.finger = finger
        self.position = position
        self.time = time
        burntUntil = time
        self.random = random
    }

    /// What flies when the finger touches.
    mutating func burst(_ p: FireTrail.Parameters, _ add: (FireParticle) -> Void) {
        for i in 0..<Int(p.sparksPerTouch) {
            add(particle(i % 3 == 0 ? .flame : .spark, at: position, time: time, p))
        }
    }

    /// The finger has moved: what is born on the way, and in the time that it took.
    mutating func move(to end: Point, time now: Double, _ p: FireTrail.Parameters, _ add: (FireParticle) -> Void) {
        let chord = end - position
        let length = chord.length
        let elapsed = now - time
        if elapsed > 0 { velocity = chord * (1 / elapsed) }
        let curve = curve(to: end, chord, length)
        let spacing = max(1 / max(p.flamesPerPoint, 1e-6), length / Double(max(1, p.maximumParticleCount)))
        var way = wayToNext
        while way < length {
            let t = way / length
            born(at: curve.point(at: t), time: time + elapsed * t, p, add)
            way += spacing
        }
        wayToNext = way - length
        let start = position
        let begun = time
        burn(until: now, p, add) { when in
            elapsed > 0 ? start.interpolated(to: end, at: (when - begun) / elapsed) : end
        }
        position = end
        step = chord
        time = max(time, now)
    }

    /// Time passes while nothing is heard of the finger.
    mutating func rest(until now: Double, _ p: FireTrail.Parameters, _ add: (FireParticle) -> Void) {
        if now - time > 0.05 { velocity = .zero }
        let place = position
        burn(until: now, p, add) { _ in place }
    }

    private mutating func burn(
        until now: Double, _ p: FireTrail.Parameters, _ add: (FireParticle) -> Void, _ place: (Double) -> Point
    ) {
        guard now > burntUntil else { return }
        // Nothing lives longer than a second.
        burntUntil = max(burntUntil, now - 1)
        waitToNext -= (now - burntUntil) * p.flamesPerSecond
        while waitToNext < 0 {
            let when = now + waitToNext / p.flamesPerSecond
            born(at: place(when), time: when, p, add)
            waitToNext += 1
        }
        burntUntil = now
    }

    /// The parabola through the last three positions, its last piece: quick fingers move in curves between reports. Its
    /// bulge is at most that of a curve that turns as far as either chord is long.
    private func curve(to end: Point, _ chord: Point, _ length: Double) -> CubicCurve {
        var control = position.midpoint(end)
        if length > 0 {
            let normal = Point(x: -chord.y, y: chord.x) * (1 / length)
            let bulge = max(-length, min(length, step.dot(normal))) * 0.25
            control = control + normal * bulge
        }
        return QuadraticCurve(start: position, control: control, end: end).cubic
    }

    private mutating func born(at place: Point, time: Double, _ p: FireTrail.Parameters, _ add: (FireParticle) -> Void)
    {
        let (a, b, _, _) = random.four()
        add(particle(a < p.sparkShare ? .spark : .flame, at: place, time: time, p))
        if b < p.smokeShare { add(particle(.smoke, at: place, time: time, p)) }
    }

    private mutating func particle(
        _ kind: FireParticle.Kind, at place: Point, time: Double, _ p: FireTrail.Parameters
    ) -> FireParticle {
        let (a, b, c, d) = random.four()
        let angle = 6.283185307179586 * a
        let direction = Point(x: ElementaryFunctions.cos(angle), y: ElementaryFunctions.sin(angle))
        let size = 0.5 + 0.5 * b
        let (life, radius, speed, spread) =
            switch kind {
            case .flame: (p.flameLife, p.flameRadius, p.scatterSpeed, 0.25)
            case .spark: (p.sparkLife, p.sparkRadius, p.scatterSpeed * 5, 1)
            case .smoke: (p.smokeLife, p.smokeRadius, p.scatterSpeed, 0.1)
            }
        let origin = place + direction * (c * radius * spread)
        return FireParticle(
            kind: kind, birth: time, life: life * (0.5 + 0.5 * d), origin: origin,
            velocity: direction * (speed * (0.3 + 0.7 * c)) + velocity * (p.carry * b),
            radius: radius * size,
            phase: origin.x * 0.035 + origin.y * 0.05 + time * 5 + d * 1.5)
    }

    /// The light under the finger itself.
    func glow(at now: Double, _ p: FireTrail.Parameters, _ palette: FirePalette) -> TrailSprite {
        let flicker = 0.9 + 0.1 * ElementaryFunctions.sin(now * 31 + Double(finger))
        return TrailSprite(
            position: position, radius: p.glowRadius * flicker, color: palette.color(0.42, opacity: 0.55 * flicker),
            blend: .add)
    }
}
