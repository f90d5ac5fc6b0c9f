// SPDX-License-Identifier: MIT
import Crypto
import LockFlow
import Passcode

/// High-entropy unlock methods. They are not rate-limited.
extension Vault {
    /// Opens the vault with its recovery code, even on another device or with a lost or damaged ledger.
    ///
    /// Afterwards the attempt counts start at 0. If the device key is not that of the vault, or if the record was
    /// changed without it, the passcode and picture slots are erased, because they can no longer be opened or
    /// authenticated. Enrol them again.
    ///
    /// After the loss of its only ledger, the vault's picture slot is erased too. With the ledger the vault has lost
    /// the memory of earlier drawings, and would accept a recording of one.
    /// - Parameter recoveryCode: The code as typed; see ``RecoveryCode/init(_:)``.
    /// - Throws: ``VaultError/malformedRecoveryCode(_:)``, ``VaultError/rejected(_:)`` if the code belongs to another
    ///   vault, ``VaultError/notEnrolled``, ``VaultError/cancelled``, and the errors of reading the vault.
    public func unlock(recoveryCode: String) async throws(VaultError) -> DataKey {
        let code: RecoveryCode
        do throws(RecoveryCodeError) { code = try RecoveryCode(recoveryCode) } catch {
            throw .malformedRecoveryCode(error)
        }
        return try await open(with: code) { $0.recovery }
    }

    /// Opens the vault with an external key, which a passkey's PRF or a keychain has released after verifying the
    /// device's owner. If only a recovery was allowed, the consequences are those of ``unlock(recoveryCode:)``.
    /// - Parameters:
    ///   - slot: The slot that ``addExternalKey(_:metadata:with:)`` returned.
    ///   - externalKey: The 256-bit key that was passed to ``addExternalKey(_:metadata:with:)``.
    /// - Throws: ``VaultError/rejected(_:)`` if the key is a different one, ``VaultError/notEnrolled`` if there is no
    ///   such slot, ``VaultError/cancelled``, and the errors of reading the vault.
    public func unlock(slot: SlotID, externalKey: SymmetricKey) async throws(VaultError) -> DataKey {
        try await open(with: externalKey) { $0.externalKeys.first { $0.id == slot } }
    }

    private func open<Slot: KeySlot>(
        with credential: Slot.Credential, _ slot: @escaping @Sendable (VaultRecord) -> Slot?
    ) async throws(VaultError) -> DataKey {
        try await perform { vault throws(VaultError) in
            let loaded = try await vault.loadResult()
            let record: VaultRecord
            let standing: AttemptStanding
            switch loaded {
            case .wiped: throw .refused(.wiped)
            case .vanished: throw .refused(.recoveryRequired(.vaultVanished))
            case .absent: throw .missing
            case .closed(let found, let reason):
                record = found
                standing = .recoveryRequired(reason)
            case .sound(var state):
                if vault.wipesNow(state) {
                    try await vault.destroy(&state)
                    throw .refused(.wiped)
                }
                record = state.record
                standing = state.entry.attempts.standing(at: vault.clock.now(), under: vault.parameters.lockout)
            }
            guard let slot = slot(record) else { throw .notEnrolled }
            guard let key = slot.unwrap(with: credential, in: record.id), let role = VaultRole(key.role) else {
                throw .rejected(standing)
            }
            var failed = FailedAttempts()
            switch loaded {
            case .sound(var state):
                failed = try await vault.updateLedger(&state) { $0.attempts.attemptAccepted(by: role) }
                if role == .owner { await vault.moveToCurrentKey(&state) }
            case .closed(_, let reason): try await vault.bind(record, reason)
            case .wiped, .vanished, .absent: break
            }
            return DataKey(key, of: record, failed: vault.reported(failed, to: role, of: record.id))
        }
    }

    /// Binds a vault to this device's key and to a new ledger.
    private func bind(_ old: VaultRecord, _ reason: RecoveryReason) async throws(VaultError) {
        let present = try DeviceSecrets(try await deviceKey.secretOrCreate())
        var record = old
        // A vault stays with an earlier key that is there, because the passcode's slots need it.
        let own = try await deviceKey.allSecrets().first { $0.name(in: old.id) == old.deviceKeyName }
        let secrets = own ?? present
        let name = secrets.name(in: record.id)
        if record.deviceKeyName != name || reason == .vaultDamaged {
            record.deviceKeyName = name
            record.passcodeKind = nil
            record.picture = nil
            let hash = PasscodeHash(cost: parameters.cost, random: &random)
            for cell in PasscodeSlot.Cell.allCases { record.vacate(cell, hash, random: &random) }
        }
        // The new ledger remembers no drawings, and a recording of one would open the vault. Where there are several
        // ledgers, the service decides.
        if !parameters.ledgerIsOneOfSeveral { record.picture = nil }
        // These fields are not trusted: choose new ones.
        record.isBeingCreated = false
        record.generation = VersionNumber.next(afterForgeable: old.generation, random: &random)
        // Another instance may have seen a later ledger than the record names. The number that is found may be forged,
        // and does not displace that of the record.
        record.ledgerFloor = max(
            VersionNumber.next(afterLossOf: try await loadLedger().version, random: &random),
            VersionNumber.next(afterLossOf: old.ledgerFloor, random: &random))
        // Until the ledger is written too, the vault stays closed, and this operation may be repeated.
        try await store.save(record.encoded(secrets), replacing: old.generation)
        _ = try await install(beside: record, secrets, counter: try await counter?.value() ?? 0)
    }
}
