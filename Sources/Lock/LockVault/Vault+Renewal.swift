// SPDX-License-Identifier: MIT
import Crypto
import LockFlow
import Passcode

/// The result of renewing a data key.
public struct RenewedKey: Sendable {
    /// The new key of the app's data.
    public let key: DataKey
    /// The previous key. Open the data with it, reseal the data under the new key, and then call
    /// ``Vault/finishRenewal(with:)``.
    public let previous: DataKey
    /// The new recovery code to print, or `nil` if there was none. The previous code no longer opens the vault.
    public let recoveryCode: RecoveryCode?
    /// The slots of external keys that were removed because their keys were not passed. Add the keys again.
    public let removedExternalKeys: [SlotID]
}

/// Replacing the data key, so that an old copy of the record, with a credential that opened it then, does not decrypt
/// data that is sealed afterwards.
///
/// One write replaces the old key with the new one. The record keeps the old key, sealed under the new one, until the
/// app calls ``finishRenewal(with:)``. A process that is killed loses nothing: the vault either opens as before, or
/// returns the new key, with which ``previousDataKey(with:)`` returns the old one.
extension Vault {
    /// Creates a new data key, and seals it for each unlock method whose secret the caller passes or the vault has.
    ///
    /// - The passcode is set again with a new salt, as by ``setPasscode(_:kind:with:)``.
    /// - The picture password stays.
    /// - The recovery code is replaced, if there is one.
    /// - The slots of external keys that are in `externalKeys` stay. The others are removed.
    /// - A duress passcode stays, with its own empty vault.
    /// - Parameters:
    ///   - passcode: The new passcode, which may equal the old one. Ask the owner for it, and verify it first.
    ///   - kind: The kind of the passcode.
    ///   - externalKeys: The known external keys, by their slots.
    ///   - key: The current data key, from an accepted attempt. It still decrypts data, but can no longer change the
    ///     vault.
    /// - Throws: ``VaultError/exists`` if an earlier renewal is not finished, and the errors of
    ///   ``setPasscode(_:kind:with:)``.
    public func renewDataKey(
        passcode: consuming SecretBytes, kind: PasscodeKind, externalKeys: [SlotID: SymmetricKey] = [:],
        with key: DataKey
    ) async throws(VaultError) -> RenewedKey {
        let input = try PasscodeInput(passcode, kind: kind)
        return try await changeDeriving(with: key, setsPasscode: true) { vault, state, old throws(VaultError) in
            let (hash, derived) = try await vault.deriveNew(input, kind, setBy: old.role, &state)
            let new = WrappedKey(role: old.role, key: vault.random.key())
            state.record.seal(
                new, in: PasscodeSlot.Cell(of: old.role), hash, derived, state.secrets, random: &vault.random)
            state.record.passcodeKind = kind
            return try vault.renewed(&state, old, new, externalKeys)
        }
    }

    /// Creates a new data key for a vault without a passcode.
    /// - Throws: ``VaultError/invalidPasscode`` if the vault has a passcode, ``VaultError/lastMethod`` if no
    ///   method would be left, and the errors of ``renewDataKey(passcode:kind:externalKeys:with:)``.
    public func renewDataKey(
        externalKeys: [SlotID: SymmetricKey] = [:], with key: DataKey
    ) async throws(VaultError) -> RenewedKey {
        try await change(with: key) { vault, state, old throws(VaultError) in
            guard !state.record.hasPasscode else { throw .invalidPasscode }
            let new = WrappedKey(role: old.role, key: vault.random.key())
            return try vault.renewed(&state, old, new, externalKeys)
        }
    }

    /// Returns the previous data key while a renewal is not finished. Open all data with it and reseal the data under
    /// the new key.
    /// - Returns: The previous key, or `nil` if there is no unfinished renewal.
    /// - Throws: ``VaultError/keyFromOtherVault`` if `key` is not the current data key, and the errors of loading the
    ///   vault.
    public func previousDataKey(with key: DataKey) async throws(VaultError) -> DataKey? {
        try await perform { vault throws(VaultError) in
            let record = try await vault.loadUsable().record
            let wrapped = try key.wrapped(for: record)
            guard let old = record.previous?.unwrap(with: wrapped.key, in: record.id) else { return nil }
            return vault.previous(old, of: record)
        }
    }

    /// Discards the previous data key. Call this method once all data is sealed under the new key. Does nothing if
    /// there is no unfinished renewal, or if the key is the duress passcode's and the renewal is the owner's.
    /// - Throws: The errors of changing the vault.
    public func finishRenewal(with key: DataKey) async throws(VaultError) {
        try await change(with: key) { _, state, wrapped in
            // The owner's data may still be sealed under the old key, which only the owner's key returns.
            let isOwn = state.record.previous?.unwrap(with: wrapped.key, in: state.record.id) != nil
            if isOwn || key.vaultRole == .owner { state.record.previous = nil }
        }
    }

    private func renewed(
        _ state: inout LoadedState, _ old: WrappedKey, _ new: WrappedKey, _ keys: [SlotID: SymmetricKey]
    ) throws(VaultError) -> RenewedKey {
        let slots = state.record.externalKeys.map(\.id)
        let code = try state.record.renew(old, new, keys, state.secrets, random: &random)
        return RenewedKey(
            key: DataKey(new, of: state.record), previous: previous(old, of: state.record), recoveryCode: code,
            removedExternalKeys: slots.filter { keys[$0] == nil })
    }

    /// Returns a data key that decrypts data but cannot change the vault.
    private func previous(_ old: WrappedKey, of record: VaultRecord) -> DataKey {
        DataKey(old, of: record, epoch: KeyEpoch(random: &random))
    }
}
