// SPDX-License-Identifier: MIT

/// The numbers that records and ledgers are stored under: they begin at random and rise by random steps, so that a number
/// does not tell how many changes there were, and with that whether there was one for a duress passcode.
enum VersionNumber {
    /// The range of the first number.
    static let first: ClosedRange<UInt64> = 1...1 << 48
    /// The range of each step.
    static let step: ClosedRange<UInt64> = 1...1 << 20

    /// The number after one that may be anything: 0 and one that is too great to count on from begin at random.
    static func next(after number: UInt64, random: inout some RandomNumberGenerator) -> UInt64 {
        1..<1 << 62 ~= number ? number + .random(in: step, using: &random) : .random(in: first, using: &random)
    }
}
