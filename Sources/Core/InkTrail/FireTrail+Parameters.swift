// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

extension FireTrail {
    /// The appearance of the fire. Lengths are in points and times in seconds. Values out of range are clamped, NaN to
    /// the lower bound. The defaults were tuned by eye on dark, bright and white pictures.
    public struct Parameters: Hashable, Sendable {
        /// The maximum number of flames, sparks and puffs of smoke at a time. Beyond it, new ones replace the oldest.
        /// Range: 0...65,536. 2,000 exceeds what one finger keeps alight and is a light load for any phone.
        public var maximumParticleCount = 2_000
        /// The maximum number of fingers that draw at a time. Others are ignored. Range: 0...64. 10 allows two hands.
        public var maximumFingerCount = 10

        /// The number of flames and sparks per point of distance. Range: 0...10. 0.7 closes the line at any speed.
        public var flamesPerPoint = 0.7
        /// The number of flames and sparks per second under a finger, moving or not. Range: 0...1,000. 60 keeps a
        /// resting finger alight.
        public var flamesPerSecond = 60.0
        /// The number of flames and sparks at the start of a touch, one in three a flame. Range: 0...1,000. 10 makes a
        /// tap clearly visible.
        public var sparksPerTouch = 10.0
        /// The share of sparks among the particles that follow. Sparks are small, quick and long-lived. Range: 0...1.
        public var sparkShare = 0.12
        /// The number of puffs of smoke per flame or spark. Range: 0...1.
        public var smokeShare = 0.3

        /// The longest lifetime of a flame; the shortest is half of it. Range: 0.05...1.
        public var flameLife = 0.75
        /// The longest lifetime of a spark; the shortest is half of it. Range: 0.05...1.
        public var sparkLife = 0.95
        /// The longest lifetime of a puff of smoke; the shortest is half of it. Range: 0.05...1.
        public var smokeLife = 0.95

        /// The largest radius of a flame, at its creation. Range: 0...256.
        public var flameRadius = 14.0
        /// The largest radius of a spark, at its creation. Range: 0...256.
        public var sparkRadius = 3.0
        /// The largest radius of a puff of smoke, when it has spread. Range: 0...256.
        public var smokeRadius = 26.0
        /// The radius of the glow under a finger. Range: 0...256.
        public var glowRadius = 34.0
        /// The size of a flame's red body as a multiple of its light. Range: 0...8.
        public var bodySize = 1.8

        /// The initial opacity of a flame's light. Range: 0...1. Many flames overlap: at 0.27 only the youngest are
        /// white-hot.
        public var flameOpacity = 0.27
        /// The initial opacity of a flame's body, laid over the picture. Range: 0...1. A higher value hides the
        /// picture; a lower one hides the fire on a bright picture.
        public var bodyOpacity = 0.17
        /// The initial opacity of a spark's light. Range: 0...1.
        public var sparkOpacity = 0.6
        /// The opacity of a puff of smoke before it spreads. Range: 0...1.
        public var smokeOpacity = 0.15
        /// The opacity of the glow under a finger. Range: 0...1.
        public var glowOpacity = 0.5

        /// The speed in points per second at which the hottest air rises. Range: 0...2,000.
        public var riseSpeed = 170.0
        /// The maximum speed in points per second at which flames leave the finger, in any direction. Range: 0...2,000.
        public var flameSpeed = 26.0
        /// The maximum speed in points per second at which sparks leave the finger. Range: 0...2,000.
        public var sparkSpeed = 130.0
        /// The maximum share of the finger's velocity that particles take along. Range: 0...1.
        public var carry = 0.1
        /// The rate per second at which air slows particles. Range: 0...100.
        public var drag = 5.0
        /// The distance that flames sway to either side at the end of their lives. Range: 0...256.
        public var sway = 9.0
        /// The angular frequency of swaying in radians per second. Range: 0...100.
        public var swayRate = 9.0

        /// Creates the default fire, about a fingertip wide.
        public init() {}
    }
}

extension FireTrail.Parameters {
    /// Returns the parameters with every value in its range.
    func limited() -> Self {
        var p = self
        p.maximumParticleCount = max(0, min(maximumParticleCount, 65_536))
        p.maximumFingerCount = max(0, min(maximumFingerCount, 64))
        p.flamesPerPoint = flamesPerPoint.limited(to: 0...10)
        p.flamesPerSecond = flamesPerSecond.limited(to: 0...1_000)
        p.sparksPerTouch = sparksPerTouch.limited(to: 0...1_000)
        p.sparkShare = sparkShare.limited(to: 0...1)
        p.smokeShare = smokeShare.limited(to: 0...1)
        p.flameLife = flameLife.limited(to: 0.05...1)
        p.sparkLife = sparkLife.limited(to: 0.05...1)
        p.smokeLife = smokeLife.limited(to: 0.05...1)
        p.flameRadius = flameRadius.limited(to: 0...256)
        p.sparkRadius = sparkRadius.limited(to: 0...256)
        p.smokeRadius = smokeRadius.limited(to: 0...256)
        p.glowRadius = glowRadius.limited(to: 0...256)
        p.bodySize = bodySize.limited(to: 0...8)
        p.flameOpacity = flameOpacity.limited(to: 0...1)
        p.bodyOpacity = bodyOpacity.limited(to: 0...1)
        p.sparkOpacity = sparkOpacity.limited(to: 0...1)
        p.smokeOpacity = smokeOpacity.limited(to: 0...1)
        p.glowOpacity = glowOpacity.limited(to: 0...1)
        p.riseSpeed = riseSpeed.limited(to: 0...2_000)
        p.flameSpeed = flameSpeed.limited(to: 0...2_000)
        p.sparkSpeed = sparkSpeed.limited(to: 0...2_000)
        p.carry = carry.limited(to: 0...1)
        p.drag = drag.limited(to: 0...100)
        p.sway = sway.limited(to: 0...256)
        p.swayRate = swayRate.limited(to: 0...100)
        return p
    }
}
