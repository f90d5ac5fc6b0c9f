// SPDX-License-Identifier: MIT
import InkStroke

/// The weights that combine source pixels along one axis into target pixels. Enlarging interpolates linearly. Reducing
/// uses a triangle filter as wide as two target pixels, so that no source pixel is skipped. Weights are integers that
/// sum to 4,096.
struct Resampling {
    private struct Taps {
        var first: Int
        var count: Int
        /// The index of the first weight.
        var weight: Int
    }

    private var taps: [Taps] = []
    private var weights: [UInt32] = []

    /// Creates the weights. Target pixel i has its centre at source position (i + ½ − offset) / factor.
    init(source: Int32, factor: Double, offset: Double, count: Int32) {
        let reach = max(1, 1 / factor)
        let last = Double(source - 1)
        for i in 0..<count {
            let centre = (Double(i) + 0.5 - offset) / factor - 0.5
            let from = min(max((centre - reach).rounded(.down) + 1, 0), last)
            let to = min(max((centre + reach).rounded(.up) - 1, from), last)
            appendTaps(from: Int(from), to: Int(to), centre: centre, reach: reach)
        }
    }

    private mutating func appendTaps(from: Int, to: Int, centre: Double, reach: Double) {
        var sum = 0.0
        for k in from...to { sum += max(1e-9, 1 - abs(Double(k) - centre) / reach) }
        taps.append(Taps(first: from, count: to - from + 1, weight: weights.count))
        // Each weight is the difference between rounded sums, so that rounding errors do not accumulate.
        var before = 0.0
        var roundedBefore: UInt32 = 0
        for k in from...to {
            before += max(1e-9, 1 - abs(Double(k) - centre) / reach) / sum
            let rounded = k == to ? 4096 : min(4096, UInt32((before * 4096).rounded(.toNearestOrEven)))
            weights.append(rounded - roundedBefore)
            roundedBefore = rounded
        }
    }

    /// The number of target pixels.
    var targetCount: Int { taps.count }

    /// The largest number of source pixels that make up a target pixel.
    var maximumTapCount: Int {
        var count = 1
        for tap in taps { count = max(count, tap.count) }
        return count
    }

    /// Resamples row `y` of `image`, and writes the premultiplied result to `lines` from `start` on.
    @inline(never) func across(_ image: Bitmap, row y: Int, into lines: inout [UInt32], at start: Int) {
        let row = y * Int(image.width)
        var x = start
        for tap in taps {
            var sum = SIMD4<UInt32>(repeating: 2048)
            for k in 0..<tap.count {
                sum &+= Self.premultiplied(image.pixels[row + tap.first + k]) &* weights[tap.weight + k]
            }
            lines[x] = Self.packed(sum &>> 12)
            x += 1
        }
    }

    /// Resamples premultiplied lines into row `row` of `bitmap`, composited over its content.
    @inline(never) func down(_ lines: inout ResampledLines, row: Int32, onto bitmap: inout Bitmap) {
        let tap = taps[Int(row)]
        let width = Int(bitmap.width)
        var sums = [SIMD4<UInt32>](repeating: SIMD4(repeating: 2048), count: width)
        for k in 0..<tap.count {
            let start = lines.start(of: tap.first + k)
            let weight = weights[tap.weight + k]
            for x in 0..<width { sums[x] &+= Self.channels(lines.pixels[start + x]) &* weight }
        }
        for x in 0..<width {
            let pixel = sums[x] &>> 12
            let alpha = pixel.w
            guard alpha > 0 else { continue }
            let straight = (pixel &* 255 &+ alpha / 2) / SIMD4(repeating: alpha)
            let color = Self.packed(
                straight.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255)))
            let i = Int(row) * width + x
            bitmap.pixels[i] = Blend.over(bitmap.pixels[i], color, alpha: alpha)
        }
    }

    private static func channels(_ p: UInt32) -> SIMD4<UInt32> {
        SIMD4(p & 255, p >> 8 & 255, p >> 16 & 255, p >> 24)
    }

    private static func premultiplied(_ p: UInt32) -> SIMD4<UInt32> {
        let alpha = p >> 24
        return SIMD4(
            Blend.scaled(p & 255, alpha), Blend.scaled(p >> 8 & 255, alpha), Blend.scaled(p >> 16 & 255, alpha), alpha)
    }

    private static func packed(_ c: SIMD4<UInt32>) -> UInt32 { c.x | c.y << 8 | c.z << 16 | c.w << 24 }
}
