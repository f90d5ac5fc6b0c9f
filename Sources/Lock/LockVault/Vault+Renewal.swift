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
        return try await changeDeriving(with: key, passcodeSetBy: opener) {
            vault, situation, old throws(VaultError) in
            let cell = VaultRecord.PasscodeCell.index(of: opener)
            let hash = vault.renewSalts(forCell: cell, of: &situation.record)
            let derived = try await vault.deriver.derive(input, by: hash)
            if opener == .owner {
                let other = VaultRecord.PasscodeCell.duress
                if situation.record.passcodeKind != kind {
                    situation.record.cells[other] = .unused(situation.record.cells[other].hash, random: &vault.random)
                }
                guard try await !vault.opens(other, of: situation, input, derived, hash) else { throw .samePasscode }
            }
            let new = WrappedKey(holder: old.holder, key: vault.random.key())
            situation.record.seal(new, inCell: cell, hash, derived, situation.secrets, random: &vault.random)
            situation.record.passcodeKind = kind
            return try vault.renewed(&situation, old, new, deviceOwners, opener)
        }
    }

    /// The same for a vault that no passcode opens.
    /// - Throws: ``VaultError/invalidPasscode`` if a passcode opens it, ``VaultError/wouldRemoveLastMethod`` if nothing would open it any more;
    ///   else as ``renewDataKey(passcode:kind:deviceOwners:with:)``.
    public func renewDataKey(
        deviceOwners: [SlotID: SymmetricKey] = [:], with key: DataKey
    ) async throws(VaultError) -> RenewedKey {
        let opener = key.opener
        return try await change(with: key) { vault, situation, old throws(VaultError) in
            guard !situation.record.hasPasscode else { throw .invalidPasscode }
            let new = WrappedKey(holder: old.holder, key: vault.random.key())
            return try vault.renewed(&situation, old, new, deviceOwners, opener)
        }
    }

    /// The data key before the present one, while a renewal is not finished: reseal what it opens.
    /// - Returns: `nil` if there is nothing to finish.
    /// - Throws: as all that is done with the data key.
    public func previousDataKey(with key: DataKey) async throws(VaultError) -> DataKey? {
        try await serialized { () throws(VaultError) in
            try await withoutCancellation { vault throws(VaultError) in
                let record = try await vault.findSound().record
                let wrapped = try key.wrapped(for: record)
                guard let sealed = record.previous,
                    let old = WrappedKey.open(
                        sealed, under: record.previousKey(wrapped.key), context: record.context(.previous))
                else { return nil }
                return vault.previous(old.0, of: record, key.opener)
            }
        }
    }

    /// All data is sealed under the new key: the old one is forgotten. No error if there is nothing to finish.
    /// - Throws: as all that is done with the data key.
    public func finishRenewal(with key: DataKey) async throws(VaultError) {
        try await change(with: key) { _, situation, _ in situation.record.previous = nil }
    }

    private func renewed(
        _ situation: inout Situation, _ old: WrappedKey, _ new: WrappedKey, _ keys: [SlotID: SymmetricKey],
        _ opener: VaultRole
    ) throws(VaultError) -> RenewedKey {
        guard situation.record.previous == nil else { throw .exists }
        situation.record.keyEpoch = KeyEpoch(random: &random)
        let record = situation.record
        situation.record.previous = old.sealed(
            under: record.previousKey(new.key), context: record.context(.previous), random: &random)
        if record.hasPicture {
            guard let slot = PictureSlot(record, situation.secrets) else { throw .damaged }
            // The picture of the owner is not that of the empty vault.
            if slot.key.key == old.key {
                situation.record.picture = PictureSlot(key: new, template: slot.template)
                    .sealed(record, situation.secrets, random: &random)
            }
        }
        var code: RecoveryCode?
        if record.hasRecoveryCode {
            let renewed = RecoveryCode(random: &random)
            situation.record.seal(new, under: renewed, random: &random)
            code = renewed
        }
        situation.record.deviceOwners = record.deviceOwners.compactMap { slot in
            keys[slot.id].map { external in
                let sealed = new.sealed(
                    under: record.deviceOwnerKey(external),
                    context: record.context(.deviceOwner(slot.id, metadata: slot.metadata)), random: &random)
                return ExternalKeySlot(id: slot.id, metadata: slot.metadata, sealed: sealed)
            }
        }
        return RenewedKey(
            key: DataKey(new.key, of: situation.record, opener: opener),
            previous: previous(old, of: situation.record, opener), recoveryCode: code,
            removedDeviceOwners: record.deviceOwners.map(\.id).filter { keys[$0] == nil })
    }

    /// A key that opens data and changes nothing.
    private func previous(_ old: WrappedKey, of record: VaultRecord, _ opener: VaultRole) -> DataKey {
        DataKey(old.key, of: record, opener: opener, epoch: KeyEpoch(random: &random))
    }
}

extension VaultRecord {
    /// Returns the key that seals the data key before this one.
    func previousKey(_ key: SymmetricKey) -> SymmetricKey { DeviceSecrets.hkdf(key, salt: id.bytes, "previous") }
}
