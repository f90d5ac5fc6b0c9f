// SPDX-License-Identifier: MIT

extension FireTrail {
    /// How the fire looks. Lengths in points, times in seconds. Values that are not finite, or out of range, are brought
    /// to the nearest that is in range, NaN to the lower end.
    public struct Parameters: Hashable, Sendable {
        /// At most this many flames, sparks and puffs of smoke burn at once; then new ones take the place of the oldest.
        /// Range: 0...65,536. 1,500 is more than one finger can keep alight, and fits in a frame of any phone.
        public var maximumParticleCount = 1_500
        /// At most this many fingers draw at once; others are passed over. Range: 0...64. 10 is two hands.
        public var maximumFingerCount = 10
        /// Flames born on each point of the way. Range: 0...10. 0.35 closes the line at any speed.
        public var flamesPerPoint = 0.35
        /// Flames born each second under a finger, moving or not. Range: 0...1,000. 60 keep a resting finger alight.
        public var flamesPerSecond = 60.0
        /// Sparks that fly when a finger touches. Range: 0...1,000. 10 make a tap worth seeing.
        public var sparksPerTouch = 10.0
        /// The share of sparks, small, quick and long-lived, among what is born on the way. Range: 0...1.
        public var sparkShare = 0.14
        /// Puffs of smoke for each flame: what keeps the fire visible on a light picture. Range: 0...1.
        public var smokeShare = 0.4

        /// A flame's longest life; the shortest is half of it. Range: 0.05...1.
        public var flameLife = 0.62
        /// A spark's longest life; the shortest is half of it. Range: 0.05...1.
        public var sparkLife = 0.95
        /// A puff of smoke's longest life; the shortest is half of it. Range: 0.05...1.
        public var smokeLife = 0.8

        /// A flame's largest radius when it is born; the smallest is half of it. Range: 0...256.
        public var flameRadius = 12.0
        /// A spark's largest radius. Range: 0...256.
        public var sparkRadius = 3.2
        /// A puff's largest radius, when it has spread. Range: 0...256.
        public var smokeRadius = 20.0
        /// The radius of the glow under a finger. Range: 0...256.
        public var glowRadius = 34.0

        /// Points a second at which hot air comes to rise. Range: 0...2,000.
        public var riseSpeed = 120.0
        /// Points a second at which flames leave the finger in any direction; sparks leave five times as fast.
        /// Range: 0...2,000.
        public var scatterSpeed = 26.0
        /// The share of the finger's own speed that they take along. Range: 0...1.
        public var carry = 0.1
        /// How quickly air brakes what was thrown, in parts a second. Range: 0...100.
        public var drag = 5.0
        /// How far flames sway to either side at the end of their lives. Range: 0...256.
        public var sway = 9.0
        /// Radians a second at which they sway. Range: 0...100.
        public var swayRate = 9.0

        public init() {}
    }
}
