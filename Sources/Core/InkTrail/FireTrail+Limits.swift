// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

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
