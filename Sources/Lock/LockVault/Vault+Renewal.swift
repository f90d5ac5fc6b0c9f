// SPDX-License-Identifier: MIT
import Crypto
import LockFlow
import Passcode

/// The result of renewing a data key.
public struct RenewedKey: Sendable {
    /// The key that opens the app's data from now on.
    public let key: DataKey
    /// The key that opened it until now: reseal the data, then call ``Vault/finishRenewal(with:)``.
    public let previous: DataKey
    /// To be printed and put away; the old one opens nothing any more. `nil` if there was none.
    public let recoveryCode: RecoveryCode?
    /// The slots of keys from outside that were removed, because their keys were not at hand. Add them again.
    public let removedDeviceOwners: [SlotID]
}

/// A new data key, so that an old copy of the record, with a passcode, a recovery code or a passkey that opened it then, opens
/// nothing of what is sealed from now on.
///
/// The record goes from the old key to the new one in one write, and keeps the old key, sealed under the new one, until the app
/// says that all its data is resealed. So a kill at any moment loses nothing: the vault opens as before the write, or gives the
/// new key, with which ``previousDataKey(with:)`` gives the old one.
extension Vault {
    /// Makes a new data key, and seals it for every unlock method whose secret is at hand.
    ///
    /// - The passcode is set again with a new salt, as by ``setPasscode(_:kind:with:)``: it may be the same.
    /// - The picture password stays.
    /// - The recovery code is replaced, if there is one.
    /// - The slots of keys from outside stay where `deviceOwners` has their keys. The others are removed.
    /// - A duress passcode stays, with its own empty vault.
    /// - Parameters:
    ///   - passcode: what opens the vault from now on. Have it typed, and checked, by the owner.
    ///   - kind: what lock screens ask for.
    ///   - deviceOwners: the keys from outside that are at hand.
    ///   - key: the vault's own, as an accepted attempt gave it. It stays valid for opening data, and changes the vault no more.
    /// - Throws: ``VaultError/exists`` if an earlier renewal is not finished; also ``VaultError/invalidPasscode``,
    ///   ``VaultError/samePasscode``, ``VaultError/busy`` and ``VaultError/cancelled``, and as ``setPasscode(_:kind:with:)``.
    public func renewDataKey(
        passcode: consuming SecretBytes, kind: PasscodeKind, deviceOwners: [SlotID: SymmetricKey] = [:],
        with key: DataKey
    ) async throws(VaultError) -> RenewedKey {
        let input = try PasscodeInput(passcode, kind: kind)
        let opener = key.opener
        return try await changeDeriving(with: key, passcodeSetBy: opener) { vault, state, old throws(VaultError) in
            let (hash, derived) = try await vault.deriveNew(input, kind, setBy: opener, &state)
            let new = WrappedKey(holder: old.holder, key: vault.random.key())
            state.record.seal(
                new, in: PasscodeSlot.Cell(of: opener), hash, derived, state.secrets, random: &vault.random)
            state.record.passcodeKind = kind
            return try vault.renewed(&state, old, new, deviceOwners, opener)
        }
    }

    /// The same for a vault that no passcode opens.
    /// - Throws: ``VaultError/invalidPasscode`` if a passcode opens it, ``VaultError/wouldRemoveLastMethod`` if nothing would open it any more;
    ///   else as ``renewDataKey(passcode:kind:deviceOwners:with:)``.
    public func renewDataKey(
        deviceOwners: [SlotID: SymmetricKey] = [:], with key: DataKey
    ) async throws(VaultError) -> RenewedKey {
        let opener = key.opener
        return try await change(with: key) { vault, state, old throws(VaultError) in
            guard !state.record.hasPasscode else { throw .invalidPasscode }
            let new = WrappedKey(holder: old.holder, key: vault.random.key())
            return try vault.renewed(&state, old, new, deviceOwners, opener)
        }
    }

    /// The data key before the present one, while a renewal is not finished: reseal what it opens.
    /// - Returns: `nil` if there is nothing to finish.
    /// - Throws: as all that is done with the data key.
    public func previousDataKey(with key: DataKey) async throws(VaultError) -> DataKey? {
        try await perform { vault throws(VaultError) in
            let record = try await vault.loadSound().record
            let wrapped = try key.wrapped(for: record)
            guard let old = record.previous?.unwrap(with: wrapped.key, in: record.id) else { return nil }
            return vault.previous(old, of: record, key.opener)
        }
    }

    /// All data is sealed under the new key: the old one is forgotten. No error if there is nothing to finish.
    /// - Throws: as all that is done with the data key.
    public func finishRenewal(with key: DataKey) async throws(VaultError) {
        try await change(with: key) { _, state, _ in state.record.previous = nil }
    }

    private func renewed(
        _ state: inout LoadedState, _ old: WrappedKey, _ new: WrappedKey, _ keys: [SlotID: SymmetricKey],
        _ opener: VaultRole
    ) throws(VaultError) -> RenewedKey {
        let slots = state.record.deviceOwners.map(\.id)
        let code = try state.record.renew(old, new, keys, state.secrets, random: &random)
        return RenewedKey(
            key: DataKey(new.key, of: state.record, opener: opener),
            previous: previous(old, of: state.record, opener), recoveryCode: code,
            removedDeviceOwners: slots.filter { keys[$0] == nil })
    }

    /// A key that opens data and changes nothing.
    private func previous(_ old: WrappedKey, of record: VaultRecord, _ opener: VaultRole) -> DataKey {
        DataKey(old.key, of: record, opener: opener, epoch: KeyEpoch(random: &random))
    }
}
