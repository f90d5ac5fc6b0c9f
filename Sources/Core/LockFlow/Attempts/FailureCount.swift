// SPDX-License-Identifier: MIT

/// The failures of one method, counted twice because a duress passcode opens a vault for a user who is not the owner.
///
/// If the duress passcode reset every count, a thief who was given it could guess without limit, entering it in
/// between. If it reset none, the thief would see that the opening was not genuine. So it resets the visible count
/// only, and the hidden count continues.
public struct FailureCount: Hashable, Sendable {
    /// The failures since any passcode last opened the vault. This is the visible count.
    public internal(set) var sinceOpened: UInt32
    /// The failures since the owner last opened the vault; never less than ``sinceOpened``.
    public internal(set) var sinceOwnerOpened: UInt32

    /// Creates a count, or returns `nil` if the owner's count is the lower one.
    public init?(sinceOpened: UInt32, sinceOwnerOpened: UInt32) {
        guard sinceOwnerOpened >= sinceOpened else { return nil }
        self.sinceOpened = sinceOpened
        self.sinceOwnerOpened = sinceOwnerOpened
    }

    /// Creates a count without failures.
    public init() {
        sinceOpened = 0
        sinceOwnerOpened = 0
    }

    mutating func add() {
        guard sinceOwnerOpened < .max else { return }
        sinceOpened += 1
        sinceOwnerOpened += 1
    }

    mutating func takeBack() {
        guard sinceOpened > 0 else { return }
        sinceOpened -= 1
        sinceOwnerOpened -= 1
    }

    /// Subtracts one failure because the vault was opened.
    mutating func forgive(by role: VaultRole) {
        if sinceOpened > 0 { sinceOpened -= 1 }
        if role == .owner, sinceOwnerOpened > 0 { sinceOwnerOpened -= 1 }
    }

    /// Adds failures again that an opening has removed. Those that the owner has seen meanwhile are not added for the
    /// user of a duress passcode.
    mutating func restore(_ count: UInt32, to role: VaultRole) {
        func sum(_ number: UInt32) -> UInt32 { number + min(count, .max - number) }
        switch role {
        case .owner: sinceOwnerOpened = sum(sinceOwnerOpened)
        case .duress: sinceOpened = min(sum(sinceOpened), sinceOwnerOpened)
        }
    }

    mutating func opened(by role: VaultRole) {
        sinceOpened = 0
        if role == .owner { sinceOwnerOpened = 0 }
    }
}

/// The user for whom the vault was opened.
public enum VaultRole: UInt8, Hashable, Sendable, CaseIterable {
    /// The user who set up the vault.
    case owner
    /// A user who was given the duress passcode.
    case duress
}
