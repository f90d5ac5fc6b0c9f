// SPDX-License-Identifier: MIT
import InkGeometry

/// One flame, spark or puff of smoke, as it was born: where it is at any time follows from that alone, so neither the
/// rate of frames nor a pause between them changes anything.
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
    /// The largest radius that it reaches, in points.
    var radius: Double
    /// Where in the air's swaying it was born, in radians.
    var phase: Double

    /// Where it is, `age` seconds after its birth.
    ///
    /// Air brakes what was thrown and takes it along: the way thrown is v·s, s = age / (1 + drag·age), and what is left
    /// of the age, age − s, it rises with the air. That is close to the exponential of linear drag, without one.
    func position(age: Double, _ p: FireTrail.Parameters) -> Point {
        let thrown = age / (1 + p.drag * age)
        let swing = p.sway * (age / life) * (kind == .spark ? 1.8 : 1)
        let angle = phase + p.swayRate * age
        return Point(
            x: origin.x + velocity.x * thrown + swing * ElementaryFunctions.sin(angle),
            y: origin.y + velocity.y * thrown - p.riseSpeed * (age - thrown)
                + 0.4 * swing * ElementaryFunctions.sin(1.7 * angle))
    }

    func sprite(at now: Double, _ p: FireTrail.Parameters, _ palette: FirePalette) -> TrailSprite {
        let age = now - birth
        let u = age / life
        let rest = 1 - u
        switch kind {
        case .flame:
            return TrailSprite(
                position: position(age: age, p), radius: radius * (0.25 + 0.75 * rest),
                color: palette.color(u, opacity: 0.75 * rest), blend: .add)
        case .spark:
            return TrailSprite(
                position: position(age: age, p), radius: radius * (0.4 + 0.6 * rest),
                color: palette.color(u * 0.75, opacity: rest * (2 - rest)), blend: .add)
        case .smoke:
            return TrailSprite(
                position: position(age: age, p), radius: radius * (0.5 + 0.5 * u * (2 - u)),
                color: palette.smoke(opacity: 0.38 * rest * rest), blend: .over)
        }
    }
}
