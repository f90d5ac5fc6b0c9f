// SPDX-License-Identifier: MIT

/// The version numbers of records and ledgers.
///
/// They start at a random number and increase by random steps. So they do not reveal the number of changes, or whether
/// a duress passcode was set.
enum VersionNumber {
    /// The range of the first number.
    static let first: ClosedRange<UInt64> = 1...1 << 48
    /// The range of each step.
    static let step: ClosedRange<UInt64> = 1...1 << 20

    /// Returns the number after an untrusted one. A number that is 0 or too large gives a new random first number.
    static func next(after number: UInt64, random: inout some RandomNumberGenerator) -> UInt64 {
        1..<1 << 62 ~= number ? number + .random(in: step, using: &random) : .random(in: first, using: &random)
    }

    /// Returns the number after one that an attacker may have chosen. A number that is close to being too large gives a
    /// new random first number too, because many others follow the result.
    static func next(afterForgeable number: UInt64, random: inout some RandomNumberGenerator) -> UInt64 {
        next(after: number < forgeableLimit ? number : 0, random: &random)
    }

    /// Returns a number for a new ledger in the place of a lost one, whose last number is not known. It is greater than
    /// that of a ledger that was written a million times after `number`, unless that is close to being too large.
    static func next(afterLossOf number: UInt64, random: inout some RandomNumberGenerator) -> UInt64 {
        next(afterForgeable: number < forgeableLimit - lossStep ? number + lossStep : .max, random: &random)
    }

    private static let forgeableLimit: UInt64 = 1 << 61
    private static let lossStep: UInt64 = 1 << 40
}
