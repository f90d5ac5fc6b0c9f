// SPDX-License-Identifier: MIT

/// The identifier of a counted attempt: a random number that ledger and record share, and that no other attempt has.
struct AttemptID: Hashable, Sendable {
    let number: UInt64

    init(number: UInt64) { self.number = number }

    init(random: inout some RandomNumberGenerator) { number = random.next() }
}
