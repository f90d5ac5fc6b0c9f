// SPDX-License-Identifier: MIT

/// SipHash-2-4 with 128 bits of output, a keyed hash for short messages. Without the key it is infeasible to learn the
/// message or to find two messages with the same digest.
///
/// Aumasson and Bernstein, "SipHash: a fast short-input PRF", INDOCRYPT 2012. The longer output is that of the authors'
/// reference implementation.
struct SipHash {
    /// A digest of 128 bits: the first eight bytes as the number `low`, least significant first, and the others as
    /// `high`.
    struct Digest: Sendable {
        static var length: Int { 16 }

        let low: UInt64
        let high: UInt64

        init(low: UInt64, high: UInt64) {
            self.low = low
            self.high = high
        }

        /// - Parameter bytes: The bytes of the digest, ``length`` of them. Missing bytes count as zero.
        init(_ bytes: some Collection<UInt8>) {
            low = word(bytes.prefix(8))
            high = word(bytes.dropFirst(8).prefix(8))
        }

        var bytes: [UInt8] {
            (0..<16).map { i in UInt8(truncatingIfNeeded: (i < 8 ? low : high) >> UInt64(8 * (i & 7))) }
        }

        /// Returns whether both digests are equal, in constant time.
        func equals(_ other: Digest) -> Bool { (low ^ other.low) | (high ^ other.high) == 0 }
    }

    static var keyLength: Int { 16 }

    private let key: (low: UInt64, high: UInt64)

    /// - Returns: `nil` unless the key has ``keyLength`` bytes.
    init?(key: [UInt8]) {
        guard key.count == Self.keyLength else { return nil }
        self.key = (Self.word(key[0..<8]), Self.word(key[8..<16]))
    }

    /// - Complexity: O(`bytes.count`).
    func digest(of bytes: [UInt8]) -> Digest {
        var state = State(key)
        var word: UInt64 = 0
        for (i, byte) in bytes.enumerated() {
            word |= UInt64(byte) << UInt64(8 * (i & 7))
            guard i & 7 == 7 else { continue }
            state.absorb(word)
            word = 0
        }
        state.absorb(word | UInt64(truncatingIfNeeded: bytes.count) << 56)
        return state.finish()
    }

    /// Returns up to eight bytes as a number, least significant first.
    private static func word(_ bytes: some Collection<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        var shift: UInt64 = 0
        for byte in bytes {
            word |= UInt64(byte) << shift
            shift += 8
        }
        return word
    }

    /// The state of section 2 of the paper. The constants spell "somepseudorandomlygeneratedbytes".
    private struct State {
        private var v0: UInt64
        private var v1: UInt64
        private var v2: UInt64
        private var v3: UInt64

        init(_ key: (low: UInt64, high: UInt64)) {
            v0 = key.low ^ 0x736F_6D65_7073_6575
            v1 = key.high ^ 0x646F_7261_6E64_6F6D ^ 0xEE
            v2 = key.low ^ 0x6C79_6765_6E65_7261
            v3 = key.high ^ 0x7465_6462_7974_6573
        }

        mutating func absorb(_ word: UInt64) {
            v3 ^= word
            rounds(2)
            v0 ^= word
        }

        mutating func finish() -> Digest {
            v2 ^= 0xEE
            rounds(4)
            let low = v0 ^ v1 ^ v2 ^ v3
            v1 ^= 0xDD
            rounds(4)
            return Digest(low: low, high: v0 ^ v1 ^ v2 ^ v3)
        }

        private mutating func rounds(_ count: Int) {
            for _ in 0..<count {
                v0 &+= v1
                v2 &+= v3
                v1 = Self.rotated(v1, 13) ^ v0
                v3 = Self.rotated(v3, 16) ^ v2
                v0 = Self.rotated(v0, 32)
                v2 &+= v1
                v0 &+= v3
                v1 = Self.rotated(v1, 17) ^ v2
                v3 = Self.rotated(v3, 21) ^ v0
                v2 = Self.rotated(v2, 32)
            }
        }

        private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }
    }
}
