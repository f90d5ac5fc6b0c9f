// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import Passcode

/// The keys of one vault that come from the device key: HKDF-SHA256 (RFC 5869) with the vault as salt and a purpose as
/// info, so that no two uses share one.
struct DeviceSecrets: Sendable {
    private let key: SymmetricKey

    static let byteCount = 32

    init(_ bytes: consuming SecretBytes) throws(VaultError) {
        guard bytes.count == Self.byteCount else { throw .deviceKeyUnusable }
        key = bytes.withBytes { SymmetricKey(data: $0) }
    }

    /// What tells in a record which device key it was made with, and nothing about the key: 8 bytes.
    func name(in vault: VaultID) -> [UInt8] {
        derived("device", vault).withUnsafeBytes { Array($0.prefix(8)) }
    }

    /// Authenticates a record.
    func recordKey(_ vault: VaultID) -> SymmetricKey { derived("record", vault) }

    /// Seals the picture's template.
    func pictureKey(_ vault: VaultID) -> SymmetricKey { derived("picture", vault) }

    /// Digests drawings.
    func replayKey(_ vault: VaultID) -> [UInt8] { derived("replay", vault).withUnsafeBytes { Array($0) } }

    /// Digests wrong passcodes.
    func markKey(_ vault: VaultID) -> SymmetricKey { derived("mark", vault) }

    /// Seals the ledger. Not of one vault, because the ledger outlives a wiped one.
    var ledgerKey: SymmetricKey { Self.hkdf(key, salt: [], "ledger") }

    /// Makes up the vaults of accounts that do not exist.
    var decoyKey: SymmetricKey { Self.hkdf(key, salt: [], "decoy") }

    /// What a cell's key is sealed with: the passcode's derivation and the device key together, so that neither opens it
    /// alone.
    func passcodeKey(_ derived: SymmetricKey, _ vault: VaultID, cell: Int) -> SymmetricKey {
        let device = self.derived("passcode", vault)
        let both = derived.withUnsafeBytes { first in
            device.withUnsafeBytes { second in
                SecretBytes([first, second].joined()).withBytes { SymmetricKey(data: $0) }
            }
        }
        return Self.hkdf(both, salt: vault.bytes, "cell \(cell)")
    }

    private func derived(_ purpose: String, _ vault: VaultID) -> SymmetricKey {
        Self.hkdf(key, salt: vault.bytes, purpose)
    }

    static func hkdf(_ key: SymmetricKey, salt: [UInt8], _ purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: salt, info: Array("InkLock vault 1 ".utf8) + Array(purpose.utf8),
            outputByteCount: 32)
    }
}
