// SPDX-License-Identifier: MIT

extension FireTrail {
    /// How the fire looks. Lengths in points, times in seconds. Values out of range are brought to the nearest that is
    /// in range, NaN to the lower end. The values given were found by eye, on dark, light and white pictures.
    public struct Parameters: Hashable, Sendable {
        /// At most this many flames, sparks and puffs of smoke burn at once; then new ones take the place of the oldest.
        /// Range: 0...65,536. 2,000 are more than one finger keeps alight, and little for any phone.
        public var maximumParticleCount = 2_000
        /// At most this many fingers draw at once; others are passed over. Range: 0...64. 10 is two hands.
        public var maximumFingerCount = 10

        /// Flames and sparks born on each point of the way. Range: 0...10. 0.7 closes the line at any speed.
        public var flamesPerPoint = 0.7
        /// Flames and sparks born each second under a finger, moving or not. Range: 0...1,000. 60 keep a resting finger
        /// alight.
        public var flamesPerSecond = 60.0
        /// Flames and sparks that fly when a finger touches, one flame in three. Range: 0...1,000. 10 make a tap worth
        /// seeing.
        public var sparksPerTouch = 10.0
        /// The share of sparks, small, quick and long-lived, among what is born later. Range: 0...1.
        public var sparkShare = 0.12
        /// Puffs of smoke for each flame or spark. Range: 0...1.
        public var smokeShare = 0.3

        /// A flame's longest life; the shortest is half of it. Range: 0.05...1.
        public var flameLife = 0.75
        /// A spark's longest life; the shortest is half of it. Range: 0.05...1.
        public var sparkLife = 0.95
        /// A puff's longest life; the shortest is half of it. Range: 0.05...1.
        public var smokeLife = 0.95

        /// A flame's largest radius, when it is born. Range: 0...256.
        public var flameRadius = 14.0
        /// A spark's largest radius, when it is born. Range: 0...256.
        public var sparkRadius = 3.0
        /// A puff's largest radius, when it has spread. Range: 0...256.
        public var smokeRadius = 26.0
        /// The radius of the glow under a finger. Range: 0...256.
        public var glowRadius = 34.0
        /// A flame's red body is this many times as large as its light. Range: 0...8.
        public var bodySize = 1.8

        /// The opacity of a flame's light when it is born. Range: 0...1. Many lie on each other: 0.27 is white-hot only
        /// where they are youngest.
        public var flameOpacity = 0.27
        /// The opacity of a flame's body when it is born, laid over the picture. Range: 0...1. More hides the picture,
        /// less hides the fire on a light one.
        public var bodyOpacity = 0.17
        /// The opacity of a spark's light when it is born. Range: 0...1.
        public var sparkOpacity = 0.6
        /// The opacity of a puff before it spreads. Range: 0...1.
        public var smokeOpacity = 0.15
        /// The opacity of the glow under a finger. Range: 0...1.
        public var glowOpacity = 0.5

        /// Points a second at which the hottest air comes to rise. Range: 0...2,000.
        public var riseSpeed = 170.0
        /// Points a second at which flames leave the finger in any direction, at most. Range: 0...2,000.
        public var flameSpeed = 26.0
        /// The same of sparks. Range: 0...2,000.
        public var sparkSpeed = 130.0
        /// The share of the finger's own speed that they take along, at most. Range: 0...1.
        public var carry = 0.1
        /// How quickly air brakes what was thrown, in parts a second. Range: 0...100.
        public var drag = 5.0
        /// How far flames sway to either side at the end of their lives. Range: 0...256.
        public var sway = 9.0
        /// Radians a second at which they sway. Range: 0...100.
        public var swayRate = 9.0

        /// Fire as it was tuned by eye, about a fingertip wide.
        public init() {}
    }
}
