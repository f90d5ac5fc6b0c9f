// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import Passcode

/// The keys of one vault that are derived from the device key by HKDF-SHA256 (RFC 5869), with the vault as salt and a
/// purpose as info, so that no two uses share a key.
struct DeviceSecrets: Sendable {
    private let key: SharedSecretBytes

    static let byteCount = 32

    init(_ bytes: consuming SecretBytes) throws(VaultError) { try self.init(SharedSecretBytes(bytes)) }

    init(_ key: SharedSecretBytes) throws(VaultError) {
        guard key.count == Self.byteCount else { throw .deviceKeyUnusable }
        self.key = key
    }

    /// Returns the identifier of the device key in a vault's record: 8 bytes that reveal nothing about the key.
    func name(in vault: VaultID) -> [UInt8] {
        derived("device", vault).withUnsafeBytes { Array($0.prefix(8)) }
    }

    /// Returns the key that authenticates a record.
    func recordKey(_ vault: VaultID) -> SymmetricKey { derived("record", vault) }

    /// Returns the key that seals the picture's template.
    func pictureKey(_ vault: VaultID) -> SymmetricKey { derived("picture", vault) }

    /// Returns the key that digests drawings.
    func replayKey(_ vault: VaultID) -> [UInt8] { derived("replay", vault).withUnsafeBytes { Array($0) } }

    /// Returns the key that digests wrong passcodes.
    func digestKey(_ vault: VaultID) -> SymmetricKey { derived("mark", vault) }

    /// Returns the key that seals a ledger's entry.
    func ledgerKey(_ vault: VaultID) -> SymmetricKey { derived("ledger", vault) }

    /// The key that generates the decoy vaults of accounts that do not exist.
    var decoyKey: SymmetricKey { derived("decoy", salt: []) }

    /// Returns the device's part of the keys that seal the cells.
    func passcodeKey(_ vault: VaultID) -> SymmetricKey { derived("passcode", vault) }

    private func derived(_ purpose: String, _ vault: VaultID) -> SymmetricKey { derived(purpose, salt: vault.bytes) }

    private func derived(_ purpose: String, salt: [UInt8]) -> SymmetricKey {
        key.withBytes { KeyDerivation.key(UnsafeRawBufferPointer($0), salt: salt, purpose: purpose) }
    }
}
