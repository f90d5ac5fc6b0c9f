// SPDX-License-Identifier: MIT
import LockFlow
import Passcode

/// The state of a vault that is readable without opening it, for a lock screen.
public struct VaultStatus: Hashable, Sendable {
    /// The attempts that are allowed now.
    public let standing: AttemptStanding
    /// The number of wrong passcodes that are still allowed before only recovery is left, or the vault is wiped;
    /// `UInt32.max` without a limit.
    public let passcodeAttemptsLeft: UInt32
    /// The number of wrong drawings that are still allowed before the picture password no longer opens the vault;
    /// `UInt32.max` without a limit.
    public let pictureAttemptsLeft: UInt32
    /// The kind of passcode that opens the vault; `nil` if none does.
    public let passcodeKind: PasscodeKind?
    /// Eight bytes that change with the passcode but reveal nothing about it; `nil` if no passcode opens the vault.
    ///
    /// They change alike whether the owner or the user of a duress passcode sets another passcode. Setting or removing
    /// a duress passcode after that changes them once more, whether or not there was one.
    public let passcodeVersion: [UInt8]?
    /// A Boolean value that indicates whether a picture password opens the vault.
    public let hasPicture: Bool
    /// A Boolean value that indicates whether a recovery code opens the vault.
    public let hasRecoveryCode: Bool
    /// The slots of external keys, passkeys for example, in the order in which they were added.
    public let externalKeys: [ExternalKeySlot]

    /// - Parameters:
    ///   - record: The record; `nil` if there is none.
    ///   - standing: The attempts that are allowed.
    ///   - attempts: The counted attempts and their limits; `nil` if no passcode and no drawing is allowed.
    init(
        _ record: VaultRecord?, standing: AttemptStanding,
        attempts: (record: AttemptRecord, policy: LockoutPolicy)? = nil
    ) {
        self.standing = standing
        passcodeAttemptsLeft = attempts.map { $0.record.passcodeAttemptsLeft(under: $0.policy) } ?? 0
        pictureAttemptsLeft = attempts.map { $0.record.pictureAttemptsLeft(under: $0.policy) } ?? 0
        passcodeKind = record?.passcodeKind
        passcodeVersion = record?.passcodeVersion
        hasPicture = record?.hasPicture ?? false
        hasRecoveryCode = record?.hasRecoveryCode ?? false
        externalKeys = record?.externalKeys ?? []
    }
}

extension Vault {
    /// Returns the vault's state. It also clears penalties that have elapsed and restarts those whose clocks were set
    /// back, so a countdown should call it from time to time.
    ///
    /// A vault whose record is gone but whose ledger remains is not reported as missing. Its standing is
    /// `RecoveryReason.vaultVanished`, and the only remedy is ``Vault/discardVanished()``.
    /// - Throws: ``VaultError/missing`` if there is neither a vault nor a ledger, ``VaultError/damaged``, and the
    ///   errors of the storage.
    public func status() async throws(VaultError) -> VaultStatus {
        try await perform { vault throws(VaultError) in
            switch try await vault.loadResult() {
            case .absent: throw .missing
            case .wiped: return VaultStatus(nil, standing: .wiped)
            case .vanished:
                return VaultStatus(nil, standing: .recoveryRequired(.vaultVanished))
            case .closed(let record, let reason):
                return VaultStatus(record, standing: .recoveryRequired(reason))
            case .sound(var state):
                if vault.wipesNow(state) {
                    try await vault.destroy(&state)
                    return VaultStatus(nil, standing: .wiped)
                }
                let now = vault.clock.now()
                // On a conflict, another process has made the same update.
                if state.entry.attempts.updatePenalty(at: now) { try? await vault.writeLedger(&state) }
                let policy = vault.parameters.lockout
                return VaultStatus(
                    state.record, standing: state.entry.attempts.standing(at: now, under: policy),
                    attempts: (state.entry.attempts, policy))
            }
        }
    }

    /// Removes the ledger of a vault whose record is missing, so that a new vault may be created. The data that
    /// the vault protected stays encrypted permanently. Ask the owner first.
    /// - Throws: ``VaultError/exists`` if there is a vault, ``VaultError/missing`` if nothing has vanished, and the
    ///   errors of the storage.
    public func discardVanished() async throws(VaultError) {
        try await discardVanished(withDeviceKey: false)
    }

    /// Removes the ledger of a vault whose record is missing, and the device key if it belongs to this vault alone.
    package func discardVanished(withDeviceKey: Bool) async throws(VaultError) {
        try await perform { vault throws(VaultError) in
            switch try await vault.loadResult() {
            case .vanished:
                // A record from the time of its creation, if one was restored, is removed first.
                try await vault.store.remove()
                if withDeviceKey { try await vault.deviceKey.remove() }
                try await vault.ledger.remove()
            case .absent, .wiped: throw .missing
            case .sound, .closed: throw .exists
            }
        }
    }

    /// Removes the vault without a credential, whatever its state: the record, the device key and the ledger. The data
    /// that the vault protected stays encrypted permanently.
    ///
    /// Other vaults with the same device key can afterwards be opened only with their recovery codes. If the process
    /// ends meanwhile, the vault is still there or counts as vanished; call the method again.
    /// - Throws: The errors of the storage and of the device key.
    public func erase() async throws(VaultError) {
        try await perform { vault throws(VaultError) in
            // Without its record, the vault counts as vanished until the ledger is gone, too.
            try await vault.store.remove()
            try await vault.deviceKey.remove()
            try await vault.ledger.remove()
        }
    }
}
