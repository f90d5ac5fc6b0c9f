// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A finger that leaves fire behind.
struct FireContact: Sendable {
    /// The time constant in seconds over which the finger's speed is averaged.
    private static var smoothingTime: Double { 0.03 }
    /// The maximum speed of a finger in points per second. Faster reports are device errors.
    private static var topSpeed: Double { 8_000 }
    /// The time in seconds without a report after which a finger counts as stopped.
    private static var restTime: Double { 0.05 }
    /// The longest life of a particle in seconds. Particles that would be older are not created.
    private static var longestLife: Double { 1 }

    let finger: UInt32
    private var position: InkPoint
    /// The displacement that led to the current position.
    private var step = InkPoint.zero
    /// The time at which the finger was at `position`.
    private var time: Double
    /// The time up to which time-based particles have been emitted.
    private var burntUntil: Double
    /// The remainder until the next particle: a distance in points, and a fraction of a particle.
    private var wayToNext = 0.0
    private var waitToNext = 0.0
    /// The velocity in points per second, or `nil` before the first move.
    private var velocity: InkPoint?
    /// Random streams of this contact, so that fingers do not affect each other's fire. Distance-based and time-based
    /// emission have separate streams, so results do not depend on the report rate of the device.
    private var wayRandom: TrailRandom
    private var timeRandom: TrailRandom

    /// - Parameter number: The number of touches before this one.
    init(_ finger: UInt32, at position: InkPoint, time: Double, seed: UInt64, number: UInt64) {
        self.finger = finger
        self.position = position
        self.time = time
        burntUntil = time
        wayRandom = TrailRandom(seed: seed, stream: 2 &* number)
        timeRandom = TrailRandom(seed: seed, stream: 2 &* number &+ 1)
    }

    /// Emits the particles of a touch.
    mutating func burst(_ p: FireTrail.Parameters, _ add: (FireParticle) -> Void) {
        for i in 0..<Int(p.sparksPerTouch) {
            add(particle(i % 3 == 0 ? .flame : .spark, at: position, time: time, p, &timeRandom))
        }
    }

    /// Moves the finger, and emits the particles for the distance and for the elapsed time.
    mutating func move(to end: InkPoint, time now: Double, _ p: FireTrail.Parameters, _ add: (FireParticle) -> Void) {
        let (start, begun) = (position, time)
        let chord = end - start
        let length = chord.length
        let elapsed = max(0, now - begun)
        updateVelocity(chord, elapsed)
        if p.flamesPerPoint > 0 {
            let curve = curve(to: end, chord, length)
            // Emit no more particles than there is room for, however far the finger jumped.
            let spacing = max(1 / p.flamesPerPoint, length / Double(max(1, p.maximumParticleCount)))
            var way = wayToNext
            while way < length {
                let t = way / length
                born(at: curve.point(at: t), time: begun + elapsed * t, p, &wayRandom, add)
                way += spacing
            }
            wayToNext = way - length
        }
        burn(until: now, p, add) { when in
            elapsed > 0 ? start.interpolated(to: end, at: ((when - begun) / elapsed).limited(to: 0...1)) : end
        }
        position = end
        step = chord
        time = begun + elapsed
    }

    /// Emits the particles for the elapsed time while the finger sends no reports.
    mutating func rest(until now: Double, _ p: FireTrail.Parameters, _ add: (FireParticle) -> Void) {
        if now - time > Self.restTime { velocity = .zero }
        let place = position
        burn(until: now, p, add) { _ in place }
    }

    private mutating func burn(
        until now: Double, _ p: FireTrail.Parameters, _ add: (FireParticle) -> Void, _ place: (Double) -> InkPoint
    ) {
        guard now > burntUntil else { return }
        burntUntil = max(burntUntil, now - Self.longestLife)
        waitToNext -= (now - burntUntil) * p.flamesPerSecond
        while waitToNext < 0 {
            let when = now + waitToNext / p.flamesPerSecond
            born(at: place(when), time: when, p, &timeRandom, add)
            waitToNext += 1
        }
        burntUntil = now
    }

    /// Updates the mean velocity by the backward Euler step of a first-order low-pass filter, which also accepts
    /// several moves with one timestamp.
    private mutating func updateVelocity(_ chord: InkPoint, _ elapsed: Double) {
        var mean = velocity ?? (elapsed > 0 ? chord * (1 / elapsed) : .zero)
        if velocity != nil { mean = mean + (chord - mean * elapsed) * (1 / (Self.smoothingTime + elapsed)) }
        let speed = mean.length
        // An infinite velocity has no direction.
        if speed > Self.topSpeed { mean = speed.isFinite ? mean * (Self.topSpeed / speed) : .zero }
        velocity = mean
    }

    /// Returns the last section of the parabola through the last three positions, up to its offset from the chord,
    /// because quick fingers move in curves between reports. It bulges by at most an eighth of either chord.
    private func curve(to end: InkPoint, _ chord: InkPoint, _ length: Double) -> CubicCurve {
        var control = position.midpoint(end)
        if length > 0 {
            let normal = InkPoint(x: -chord.y, y: chord.x) * (1 / length)
            control = control + normal * (0.25 * step.dot(normal).limited(to: -length...length))
        }
        return QuadraticCurve(start: position, control: control, end: end).cubic
    }

    private func born(
        at place: InkPoint, time: Double, _ p: FireTrail.Parameters, _ random: inout TrailRandom,
        _ add: (FireParticle) -> Void
    ) {
        let (a, b, _, _) = random.four()
        add(particle(a < p.sparkShare ? .spark : .flame, at: place, time: time, p, &random))
        if b < p.smokeShare { add(particle(.smoke, at: place, time: time, p, &random)) }
    }

    @inline(never) private func particle(
        _ kind: FireParticle.Kind, at place: InkPoint, time: Double, _ p: FireTrail.Parameters,
        _ random: inout TrailRandom
    ) -> FireParticle {
        let (a, b, c, d) = random.four()
        let (e, _, _, _) = random.four()
        let angle = 6.283185307179586 * a
        let direction = InkPoint(x: ElementaryFunctions.cos(angle), y: ElementaryFunctions.sin(angle))
        let (life, radius, speed, spread) =
            switch kind {
            case .flame: (p.flameLife, p.flameRadius, p.flameSpeed, 0.3)
            case .spark: (p.sparkLife, p.sparkRadius, p.sparkSpeed, 1)
            case .smoke: (p.smokeLife, p.smokeRadius, p.flameSpeed, 0.1)
            }
        let origin = place + direction * (c * radius * spread)
        // Neighbouring flames behave alike, which forms tongues of fire. Within a tongue some stay low and some rise.
        let phase = origin.x * 0.04 + origin.y * 0.055 + time * 5
        let tongue = 0.5 + 0.5 * ElementaryFunctions.sin(2.6 * phase + 2 * b)
        let height = (0.25 + 0.75 * e) * (0.3 + 0.7 * tongue)
        return FireParticle(
            kind: kind, birth: time, life: life * (0.5 + 0.25 * d + 0.25 * height), origin: origin,
            velocity: direction * (speed * (0.3 + 0.7 * c)) + (velocity ?? .zero) * (p.carry * b)
                - InkPoint(x: 0, y: p.riseSpeed * height * 0.6),
            rise: p.riseSpeed * (0.12 + 0.88 * height), radius: radius * (0.6 + 0.4 * b) * (1 - 0.25 * height),
            phase: phase + d)
    }

    /// The flickering light under the finger.
    func glow(at now: Double, _ p: FireTrail.Parameters, _ palette: FirePalette) -> TrailSprite {
        let flicker = 0.9 + 0.1 * ElementaryFunctions.sin(now * 31 + Double(finger))
        return TrailSprite(
            position: position, radius: p.glowRadius * flicker,
            color: palette.color(0.4, opacity: p.glowOpacity * flicker), blend: .over)
    }
}
