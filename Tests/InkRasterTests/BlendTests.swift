// SPDX-License-Identifier: MIT
import InkStroke
import InkTestSupport
import Testing

@testable import InkRaster

@Suite struct BlendTests {
    @Test("Scaling rounds to the nearest value") func scalingRoundsToNearest() {
        for a in 0...255 as ClosedRange<UInt32> {
            for b in 0...255 as ClosedRange<UInt32> {
                if Blend.scaled(a, b) != (a * b * 2 + 255) / 510 { Issue.record("\(a) · \(b)") }
            }
        }
    }

    /// For all 65,536 pairs of alphas and varying colours, each channel is within 1/255 of the exact value.
    @Test("Blending agrees with exact arithmetic", arguments: [0, 1] as [UInt64])
    func sourceOverAgreesWithExactArithmetic(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var worst = 0.0
        for alpha in 0...255 as ClosedRange<UInt32> {
            for belowAlpha in 0...255 as ClosedRange<UInt32> {
                let below = UInt32(truncatingIfNeeded: random.next()) & 0xFF_FFFF | belowAlpha << 24
                let color = UInt32(truncatingIfNeeded: random.next()) & 0xFF_FFFF
                let found = Blend.over(below, color, alpha: alpha)
                worst = max(worst, deviation(found, below, color, Double(alpha) / 255, Double(belowAlpha) / 255))
            }
        }
        #expect(worst <= 0.5 + 1e-6, "\(worst) 255ths")
    }

    /// Returns the error of the worst channel in 255ths.
    private func deviation(_ found: UInt32, _ below: UInt32, _ color: UInt32, _ a: Double, _ b: Double) -> Double {
        let alpha = a + b * (1 - a)
        var worst = abs(Double(found >> 24) - alpha * 255)
        guard alpha > 0 else { return worst }
        for shift in [0, 8, 16] as [UInt32] {
            let top = Double(color >> shift & 255)
            let bottom = Double(below >> shift & 255)
            let exact = (top * a + bottom * b * (1 - a)) / alpha
            worst = max(worst, abs(Double(found >> shift & 255) - exact))
        }
        return worst
    }

    @Test("Colours have straight alpha") func coloursAreStraight() {
        let red: UInt32 = 0x0000FF
        #expect(Blend.over(0, red, alpha: 10) == 0x0A00_00FF)
        #expect(Blend.over(0x0A00_00FF, red, alpha: 10) == 0x1400_00FF)
        #expect(Blend.over(0x1234_5678, red, alpha: 0) == 0x1234_5678)
        #expect(Blend.over(0x1234_5678, red, alpha: 255) == 0xFF00_00FF)
    }
}
