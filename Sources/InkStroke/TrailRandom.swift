// SPDX-License-Identifier: MIT

/// A seeded random number generator for trails, which gives the same numbers on every machine.
///
/// SplitMix64 of Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
struct TrailRandom: Sendable {
    private var state: UInt64

    /// Creates a stream of a seed. Streams of one seed are independent of each other.
    init(seed: UInt64, stream: UInt64) {
        var mixer = TrailRandom(state: stream)
        state = seed ^ mixer.next()
    }

    private init(state: UInt64) { self.state = state }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Returns four numbers in 0..<1 with 16 bits each, which suffices for graphics and costs one draw.
    mutating func four() -> (Double, Double, Double, Double) {
        let bits = next()
        return (
            Double(bits & 0xFFFF) * 0x1p-16, Double(bits >> 16 & 0xFFFF) * 0x1p-16,
            Double(bits >> 32 & 0xFFFF) * 0x1p-16, Double(bits >> 48) * 0x1p-16
        )
    }
}
