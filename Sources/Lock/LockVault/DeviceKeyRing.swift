// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import Passcode

/// The device keys of a service that replaces its key from time to time: the current key, which seals new vaults, and
/// other keys, which still open vaults.
///
/// A vault has one device key. A vault with an earlier key than the current one is moved when its owner opens it: its
/// record and its ledger are sealed under the current key. A passcode slot can only be sealed with its passcode. A
/// vault with a passcode is therefore moved when the passcode opens it or is set. Any other vault is moved when any
/// method opens it.
///
/// Only vaults that do not offer duress passcodes are moved (``Vault/Parameters/offersDuress``), because the owner's
/// passcode cannot seal the other passcode slot. If a vault has several ledgers, the store seals all of them in the
/// transaction that saves the moved record; see ``LedgerTransfer/moved(_:of:to:)``.
public struct DeviceKeyRing: DeviceKey {
    /// The keys, the newest one first.
    public let keys: [MemoryDeviceKey]
    /// The position of the current key in ``keys``. Keys before it are newer: another server may use them already.
    public let current: Int
    /// Returns the external key of a slot that comes from the device key at a position; `nil` for other slots.
    private let slotKey: @Sendable (_ position: Int, _ metadata: [UInt8]) -> SymmetricKey?

    /// Creates a ring.
    /// - Parameters:
    ///   - keys: The keys, the newest one first.
    ///   - current: The position of the current key.
    ///   - slotKey: A function that takes the position of a device key and a slot's metadata, and returns the external
    ///     key that the service derives from that device key; `nil` for a slot that does not depend on the device key.
    /// - Precondition: `current` is a position in `keys`.
    public init(
        _ keys: [MemoryDeviceKey], current: Int = 0,
        slotKey: @escaping @Sendable (_ position: Int, _ metadata: [UInt8]) -> SymmetricKey? = { _, _ in nil }
    ) {
        precondition(keys.indices.contains(current), "there is no device key at this position")
        self.keys = keys
        self.current = current
        self.slotKey = slotKey
    }

    public func load() -> SecretBytes { keys[current].load() }
    public func loadOrCreate() -> SecretBytes { load() }

    /// The secrets of the keys, in their order.
    var secrets: [DeviceSecrets] {
        get throws(VaultError) {
            var secrets: [DeviceSecrets] = []
            for key in keys { secrets.append(try DeviceSecrets(key.shared)) }
            return secrets
        }
    }

    /// Returns the position of a record's device key; `nil` if the ring does not contain it.
    /// - Parameter start: At least the first ``VaultRecord/headByteCount`` bytes of the record. They are not
    ///   authenticated.
    /// - Complexity: O(keys).
    public func position(ofRecord start: some Collection<UInt8>) -> Int? {
        guard let (vault, name) = VaultRecord.head(start) else { return nil }
        return keys.firstIndex { (try? DeviceSecrets($0.shared))?.name(in: vault) == name }
    }

    /// Returns a record sealed under the current key, without the owner's help. The passcode is removed, because its
    /// slot can only be sealed with the passcode. All other methods stay.
    /// - Parameters:
    ///   - stored: A record that is sealed under an earlier key of the ring.
    ///   - isDecoy: A Boolean value that indicates whether the record is a decoy. A decoy still appears to have a
    ///     passcode.
    /// - Returns: `nil` if the record does not have an earlier key.
    /// - Throws: ``VaultError/damaged`` if the record was changed without its key.
    public func moved(_ stored: StoredBytes, isDecoy: Bool = false) throws(VaultError) -> StoredBytes? {
        guard let position = position(ofRecord: stored.bytes), position > current else { return nil }
        let (old, new) = (try DeviceSecrets(keys[position].shared), try DeviceSecrets(keys[current].shared))
        var record = try VaultRecord(stored)
        var random = SystemRandomNumberGenerator()
        guard VaultRecord.isAuthentic(stored, of: record.id, old),
            record.move(from: old, to: new, self, random: &random)
        else { throw .damaged }
        for cell in PasscodeSlot.Cell.allCases { record.vacate(cell, record.cells[cell].hash, random: &random) }
        if !isDecoy { record.passcodeKind = nil }
        record.generation = VersionNumber.next(after: record.generation, random: &random)
        return record.encoded(new)
    }

    /// Seals the data key of a slot under the external key of the current device key, if the slot depends on one.
    fileprivate func move(
        _ slot: inout ExternalKeySlot, in vault: VaultID, random: inout some RandomNumberGenerator
    ) {
        guard let new = slotKey(current, slot.metadata) else { return }
        for position in keys.indices {
            guard let key = slotKey(position, slot.metadata), let opened = slot.unwrap(with: key, in: vault) else {
                continue
            }
            slot.wrap(opened, for: new, in: vault, random: &random)
            return
        }
    }
}

extension VaultRecord {
    /// Seals the parts that depend on the device key alone under another device key. The passcode's cells do not
    /// change.
    /// - Returns: `false` if the picture's slot does not open. Discard the record in this case.
    mutating func move(
        from old: DeviceSecrets, to new: DeviceSecrets, _ ring: DeviceKeyRing,
        random: inout some RandomNumberGenerator
    ) -> Bool {
        if let slot = picture {
            guard let contents = slot.opened(with: old, in: id) else { return false }
            picture = PictureSlot(contents, with: new, in: id, random: &random)
        }
        for index in externalKeys.indices { ring.move(&externalKeys[index], in: id, random: &random) }
        deviceKeyName = new.name(in: id)
        return true
    }
}
