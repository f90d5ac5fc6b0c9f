// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A flame, a spark or a puff of smoke as it was created. Its state at any time follows from these values alone, so
/// neither the frame rate nor a pause between frames affects it.
///
/// The factors in the method bodies shape the course of a particle's life. The parameters set the amounts.
struct FireParticle: Sendable {
    enum Kind: UInt8, Sendable {
        case flame, spark, smoke
    }

    var kind: Kind
    /// The time of creation in seconds on the trail's clock, and the lifetime in seconds.
    var birth: Double
    var life: Double
    var origin: InkPoint
    /// The initial velocity in points per second.
    var velocity: InkPoint
    /// The speed in points per second at which the surrounding air rises.
    var rise: Double
    /// The largest radius in points.
    var radius: Double
    /// The phase of the swaying air at creation, in radians.
    var phase: Double

    func isAlive(at now: Double) -> Bool { now - birth < life }

    /// Returns the position `age` seconds after creation.
    ///
    /// Drag slows the particle and carries it along with the air. The distance thrown is v·s with s = age / (1 +
    /// drag·age). For the remaining time, age − s, the particle rises with the air. This approximates the exponential
    /// of linear drag without computing one.
    private func position(age: Double, _ p: FireTrail.Parameters) -> InkPoint {
        let thrown = age / (1 + p.drag * age)
        let swing = p.sway * (age / life) * (kind == .spark ? 1.8 : 1)
        let angle = phase + p.swayRate * age
        return InkPoint(
            x: origin.x + velocity.x * thrown + swing * ElementaryFunctions.sin(angle),
            y: origin.y + velocity.y * thrown - rise * (age - thrown)
                + 0.4 * swing * ElementaryFunctions.sin(1.7 * angle))
    }

    /// Returns the sprite that covers the picture before light is added: smoke, and the red bodies of flames and
    /// sparks, which keep the fire visible on a bright picture.
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

    /// Returns the sprite of the light, or `nil` for smoke.
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
