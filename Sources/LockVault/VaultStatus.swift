// SPDX-License-Identifier: MIT
import LockFlow
import Passcode

/// What a vault tells without being opened: what a lock screen needs.
public struct VaultStatus: Hashable, Sendable {
    /// What may be tried now.
    public let standing: AttemptStanding
    /// How many passcodes may still be wrong before ``standing`` ends in recovery or in nothing.
    public let passcodesLeft: UInt32
    /// `nil` if no passcode opens the vault.
    public let passcodeKind: PasscodeKind?
    /// Whether a picture password opens the vault.
    public let hasPicture: Bool
    /// Whether a recovery code opens the vault.
    public let hasRecoveryCode: Bool
    /// The slots of keys from outside, passkeys for example, in the order in which they were added.
    public let deviceOwners: [DeviceOwnerSlot]

    init(_ record: VaultRecord?, standing: AttemptStanding, passcodesLeft: UInt32) {
        self.standing = standing
        self.passcodesLeft = passcodesLeft
        passcodeKind = record?.passcodeKind
        hasPicture = record?.hasPicture ?? false
        hasRecoveryCode = record?.hasRecoveryCode ?? false
        deviceOwners = record?.deviceOwners ?? []
    }
}

extension Vault {
    /// How things stand. Also takes note of penalties that have passed, and of clocks that were set back, so a countdown
    /// should ask from time to time.
    ///
    /// A record that is gone while its ledger is still there is no missing vault: its standing is `RecoveryReason.vaultVanished`,
    /// and ``Vault/discardVanished()`` is the only way on.
    /// - Throws: ``VaultError/missing`` if there is neither vault nor ledger, ``VaultError/damaged``, and what the places throw.
    public func status() async throws(VaultError) -> VaultStatus {
        try await alone { () throws(VaultError) in
            try await uncancelled { vault throws(VaultError) in
                switch try await vault.find() {
                case .absent: throw .missing
                case .wiped: return VaultStatus(nil, standing: .wiped, passcodesLeft: 0)
                case .vanished:
                    return VaultStatus(nil, standing: .recoveryRequired(.vaultVanished), passcodesLeft: 0)
                case .closed(let record, let reason):
                    return VaultStatus(record, standing: .recoveryRequired(reason), passcodesLeft: 0)
                case .sound(var situation):
                    if vault.wipesNow(situation) {
                        try await vault.destroy(&situation)
                        return VaultStatus(nil, standing: .wiped, passcodesLeft: 0)
                    }
                    let now = vault.clock.now()
                    // What another process wrote meanwhile took note as well.
                    if situation.entry.attempts.looked(at: now) { try? await vault.count(&situation) }
                    let policy = vault.parameters.lockout
                    return VaultStatus(
                        situation.record, standing: situation.entry.attempts.standing(at: now, under: policy),
                        passcodesLeft: situation.entry.attempts.passcodesLeft(under: policy))
                }
            }
        }
    }
    /// Gives up a vault whose record has vanished: removes what is left of it, so that another one may be made. What it opened
    /// stays sealed for good. Ask the owner first.
    /// - Throws: ``VaultError/exists`` if there is a vault, ``VaultError/missing`` if there is nothing to give up, and what the
    ///   places throw.
    public func discardVanished() async throws(VaultError) {
        try await alone { () throws(VaultError) in
            try await uncancelled { vault throws(VaultError) in
                switch try await vault.find() {
                case .vanished:
                    // A record that was put back to the time of its making goes first.
                    try await vault.store.remove()
                    try await vault.ledger.remove()
                case .absent, .wiped: throw .missing
                case .sound, .closed: throw .exists
                }
            }
        }
    }
}
