// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A trail of fire. Flames and sparks appear along the path of every finger, rise, sway, cool from white to deep red,
/// and fade within a second.
///
/// Their number depends on the length of the path and on time, not on the report rate of the device. The same seed and
/// the same calls give the same fire, bit for bit, on every machine.
public struct FireTrail: Trail {
    /// The maximum number of sprite colours, apart from alpha: 32 from white-hot to deep red, and smoke. A host that
    /// cannot tint a texture while drawing can keep one texture for each.
    public static var colorCount: Int { 33 }

    private let parameters: Parameters
    private let seed: UInt64
    private let palette = FirePalette()
    private var clock = TrailClock()
    private var contacts: [FireContact] = []
    private var touchCount: UInt64 = 0
    private var particles: [FireParticle] = []
    /// The next particle to replace when there is no room. Particles are roughly in order of creation.
    private var oldest = 0

    /// Creates a fire trail.
    /// - Parameters:
    ///   - seed: The random seed. Each seed gives a different fire with the same appearance.
    ///   - parameters: The appearance of the fire. Values out of range are clamped.
    public init(seed: UInt64, parameters: Parameters = Parameters()) {
        self.seed = seed
        self.parameters = parameters.limited()
    }

    /// The number of flames, sparks and puffs of smoke.
    public var particleCount: Int { particles.count }

    public var isQuiet: Bool { particles.isEmpty && contacts.isEmpty }

    /// Lights a fire where a finger touches the surface, and along its path when it moves.
    /// - Complexity: O(created particles), at most ``Parameters/maximumParticleCount``.
    public mutating func touch(_ finger: UInt32, at position: InkPoint, time: Double) {
        guard position.isDrawable, let time = clock.take(time) else { return }
        guard let i = contacts.firstIndex(where: { $0.finger == finger }) else {
            guard contacts.count < parameters.maximumFingerCount else { return }
            var contact = FireContact(finger, at: position, time: time, seed: seed, number: touchCount)
            touchCount &+= 1
            contact.burst(parameters) { add($0) }
            contacts.append(contact)
            return
        }
        var contact = contacts[i]
        contact.move(to: position, time: time, parameters) { add($0) }
        contacts[i] = contact
    }

    /// Ends the fire of a finger. Its particles burn out.
    /// - Complexity: O(created particles).
    public mutating func lift(_ finger: UInt32, time: Double) {
        guard let i = contacts.firstIndex(where: { $0.finger == finger }) else { return }
        var contact = contacts.remove(at: i)
        guard let time = clock.take(time) else { return }
        contact.rest(until: time, parameters) { add($0) }
    }

    /// Advances all particles to a frame's time.
    /// - Complexity: O(particles).
    public mutating func advance(to time: Double) {
        guard clock.take(time) != nil else { return }
        let now = clock.now
        for i in contacts.indices {
            var contact = contacts[i]
            contact.rest(until: now, parameters) { add($0) }
            contacts[i] = contact
        }
        particles.removeAll { !$0.isAlive(at: now) }
        oldest = 0
    }

    public mutating func clear() {
        clock = TrailClock()
        contacts.removeAll()
        particles.removeAll()
        oldest = 0
    }

    /// Passes the sprites that cover the picture to `body`, then the lights.
    ///
    /// - Complexity: O(particles).
    public func visitSprites(_ body: (TrailSprite) -> Void) {
        let now = clock.now
        for contact in contacts { body(contact.glow(at: now, parameters, palette)) }
        for particle in particles where particle.isAlive(at: now) {
            body(particle.body(at: now, parameters, palette))
        }
        for particle in particles where particle.isAlive(at: now) {
            if let light = particle.light(at: now, parameters, palette) { body(light) }
        }
    }

    /// - Complexity: O(1), amortised.
    @inline(never) private mutating func add(_ particle: FireParticle) {
        guard particle.isAlive(at: clock.now) else { return }
        guard particles.count >= parameters.maximumParticleCount else {
            particles.append(particle)
            return
        }
        guard !particles.isEmpty else { return }
        particles[oldest] = particle
        oldest = oldest + 1 < particles.count ? oldest + 1 : 0
    }
}
