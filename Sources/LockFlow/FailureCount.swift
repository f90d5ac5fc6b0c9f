// SPDX-License-Identifier: MIT

/// Failures of one method, counted twice, because a duress code opens a vault for somebody who is not the owner.
///
/// If it put every count back to 0, a thief who was given it could guess for ever, with the duress code in between. If it
/// put none back, the thief would see that it was no true opening. So it puts back what shows, and the other count goes on
/// unseen.
public struct FailureCount: Hashable, Sendable {
    /// Since the vault was last opened by any code: what shows.
    public internal(set) var sinceOpened: UInt32
    /// Since its owner last opened it; never less than ``sinceOpened``.
    public internal(set) var sinceOwner: UInt32

    /// - Returns: `nil` if the owner's count is the lesser.
    public init?(sinceOpened: UInt32, sinceOwner: UInt32) {
        guard sinceOwner >= sinceOpened else { return nil }
        self.sinceOpened = sinceOpened
        self.sinceOwner = sinceOwner
    }

    /// No failure yet.
    public init() {
        sinceOpened = 0
        sinceOwner = 0
    }

    mutating func add() {
        guard sinceOwner < .max else { return }
        sinceOpened += 1
        sinceOwner += 1
    }

    mutating func takeBack() {
        guard sinceOpened > 0 else { return }
        sinceOpened -= 1
        sinceOwner -= 1
    }

    /// Takes one failure off because the vault was opened.
    mutating func forgive(by opener: Opener) {
        if sinceOpened > 0 { sinceOpened -= 1 }
        if opener == .owner, sinceOwner > 0 { sinceOwner -= 1 }
    }

    mutating func opened(by opener: Opener) {
        sinceOpened = 0
        if opener == .owner { sinceOwner = 0 }
    }
}

/// Whose key an attempt gave.
public enum Opener: UInt8, Hashable, Sendable, CaseIterable {
    /// Whoever set the vault up.
    case owner
    /// Whoever was handed the duress code.
    case duress
}
