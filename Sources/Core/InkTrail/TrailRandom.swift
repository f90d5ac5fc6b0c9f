// SPDX-License-Identifier: MIT
import InkGeometry

/// A seeded random number generator for trails.
struct TrailRandom: Sendable {
    private var bits: SplitMix64

    /// Creates a stream of a seed. Streams of one seed are independent of each other.
    init(seed: UInt64, stream: UInt64) {
        var mixer = SplitMix64(seed: stream)
        bits = SplitMix64(seed: seed ^ mixer.next())
    }

    mutating func next() -> UInt64 { bits.next() }

    /// Returns four numbers in 0..<1 with 16 bits each, which suffices for graphics and costs one draw.
    mutating func four() -> (Double, Double, Double, Double) {
        let bits = next()
        return (
            Double(bits & 0xFFFF) * 0x1p-16, Double(bits >> 16 & 0xFFFF) * 0x1p-16,
            Double(bits >> 32 & 0xFFFF) * 0x1p-16, Double(bits >> 48) * 0x1p-16
        )
    }
}
