// SPDX-License-Identifier: MIT
import InkGeometry

/// One flame, spark or puff of smoke, as it was born: where it is at any time follows from that alone, so neither the
/// rate of frames nor a pause between them changes anything.
///
/// The factors in the bodies shape how things go from birth to death; what sets their amounts are the parameters.
struct FireParticle: Sendable {
    enum Kind: UInt8, Sendable {
        case flame, spark, smoke
    }

    var kind: Kind
    /// When it was born, in seconds on the trail's clock, and how long it lives.
    var birth: Double
    var life: Double
    var origin: Point
    /// Points a second when it was born.
    var velocity: Point
    /// Points a second at which the air around it rises.
    var rise: Double
    /// The largest radius that it reaches, in points.
    var radius: Double
    /// Where in the air's swaying it was born, in radians.
    var phase: Double

    func isAlive(at now: Double) -> Bool { now - birth < life }

    /// Where it is, `age` seconds after its birth.
    ///
    /// Air brakes what was thrown and takes it along: the way thrown is v·s, s = age / (1 + drag·age), and what is left
    /// of the age, age − s, it rises with the air. That is close to the exponential of linear drag, without one.
    private func position(age: Double, _ p: FireTrail.Parameters) -> Point {
        let thrown = age / (1 + p.drag * age)
        let swing = p.sway * (age / life) * (kind == .spark ? 1.8 : 1)
        let angle = phase + p.swayRate * age
        return Point(
            x: origin.x + velocity.x * thrown + swing * ElementaryFunctions.sin(angle),
            y: origin.y + velocity.y * thrown - rise * (age - thrown)
                + 0.4 * swing * ElementaryFunctions.sin(1.7 * angle))
    }

    /// What is laid over the picture before any light is added: smoke, and the red bodies of flames and sparks, without
    /// which nothing would be seen of them on a light picture.
    func body(at now: Double, _ p: FireTrail.Parameters, _ palette: FirePalette) -> TrailSprite {
        let age = max(0, now - birth)
        let u = age / life
        let rest = 1 - u
        let place = position(age: age, p)
        switch kind {
        case .flame:
            return TrailSprite(
                position: place, radius: radius * p.bodySize * (0.5 + 0.5 * rest),
                color: palette.color(0.42 + 0.5 * u, opacity: p.bodyOpacity * rest * (2 - rest)), blend: .over)
        case .spark:
            return TrailSprite(
                position: place, radius: radius * 1.5 * (0.4 + 0.6 * rest),
                color: palette.color(0.38 + 0.5 * u, opacity: 0.9 * rest * (2 - rest)), blend: .over)
        case .smoke:
            return TrailSprite(
                position: place, radius: radius * (0.4 + 0.6 * u * (2 - u)),
                color: palette.smoke(opacity: p.smokeOpacity * rest * min(1, 4 * u)), blend: .over)
        }
    }

    /// The light, which smoke has none of.
    func light(at now: Double, _ p: FireTrail.Parameters, _ palette: FirePalette) -> TrailSprite? {
        let age = max(0, now - birth)
        let u = age / life
        let rest = 1 - u
        switch kind {
        case .flame:
            return TrailSprite(
                position: position(age: age, p), radius: radius * (0.35 + 0.65 * rest),
                color: palette.color(u, opacity: p.flameOpacity * rest * (0.5 + 0.5 * rest)), blend: .add)
        case .spark:
            return TrailSprite(
                position: position(age: age, p), radius: radius * (0.4 + 0.6 * rest),
                color: palette.color(0.75 * u, opacity: p.sparkOpacity * rest * (2 - rest)), blend: .add)
        case .smoke: return nil
        }
    }
}
