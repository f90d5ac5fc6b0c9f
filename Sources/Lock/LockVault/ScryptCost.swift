// SPDX-License-Identifier: MIT

/// The work that a guess at a passcode takes: scrypt's parameters (RFC 7914).
public struct ScryptCost: Hashable, Sendable {
    /// The binary logarithm of N, 1...20. A derivation fills 128 · 2^`logN` · `blockSize` bytes of memory.
    public let logN: UInt8
    /// The parameter r, 1...16. 8 suits current caches.
    public let blockSize: UInt8
    /// The parameter p, the number of repetitions, 1...16.
    public let parallelism: UInt8

    /// Creates a cost. Returns `nil` for numbers out of range.
    public init?(logN: UInt8, blockSize: UInt8 = 8, parallelism: UInt8) {
        guard 1...20 ~= logN && 1...16 ~= blockSize && 1...16 ~= parallelism else { return nil }
        // The RFC requires N < 2^(128·r/8).
        guard UInt16(logN) < 16 * UInt16(blockSize) else { return nil }
        self.logN = logN
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    private init(uncheckedLogN logN: UInt8, blockSize: UInt8, parallelism: UInt8) {
        self.logN = logN
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// N = 2¹⁵, r = 8, p = 3: as strong against guessing as OWASP's 2¹⁷, 8, 1 (Password Storage Cheat Sheet), with 32
    /// MiB instead of 128 MiB. A derivation takes about a seventh of a second.
    public static let standard = ScryptCost(uncheckedLogN: 15, blockSize: 8, parallelism: 3)

    /// The number of bytes of memory that a derivation fills.
    public var memoryBytes: Int64 { 128 * Int64(blockSize) << Int64(logN) }

    /// The number of block mixes, N · r · p. The time of a derivation is proportional to it.
    public var work: Int64 { Int64(blockSize) * Int64(parallelism) << Int64(logN) }

    /// Returns a Boolean value that indicates whether a guess at this cost takes at least as much memory and work as at
    /// the other.
    func isAtLeast(_ other: ScryptCost) -> Bool { memoryBytes >= other.memoryBytes && work >= other.work }

    /// Returns this cost if it is at least `least`; else `least`, repeated so that it is not less work than this cost.
    func raised(to least: ScryptCost, within limits: Limits) -> ScryptCost {
        guard !isAtLeast(least) else { return self }
        let round = Int64(least.blockSize) << Int64(least.logN)
        let rounds = min(16, max(Int64(least.parallelism), (work + round - 1) / round))
        let raised = ScryptCost(
            uncheckedLogN: least.logN, blockSize: least.blockSize, parallelism: UInt8(rounds))
        return limits.allows(raised) ? raised : least
    }

    /// The limits on the work that a device does for a stored record, which an attacker may have written.
    public struct Limits: Hashable, Sendable {
        /// The maximum memory in bytes. 256 MiB by default, which a phone grants an app without difficulty.
        public var memoryBytes: Int64
        /// The maximum ``ScryptCost/work``. 2²⁴ by default: about twenty times that of ``ScryptCost/standard``, or
        /// three seconds.
        public var work: Int64

        public init(memoryBytes: Int64 = 1 << 28, work: Int64 = 1 << 24) {
            self.memoryBytes = memoryBytes
            self.work = work
        }

        func allows(_ cost: ScryptCost) -> Bool { cost.memoryBytes <= memoryBytes && cost.work <= work }
    }
}
