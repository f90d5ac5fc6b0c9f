// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault

/// What the service derives from its device key beside what the vaults do: HKDF-SHA256 (RFC 5869) with a purpose as info.
struct ServiceSecrets: Sendable {
    private let names: SymmetricKey
    private let semblances: SymmetricKey
    private let drawings: SymmetricKey
    private let passkeys: SymmetricKey

    init(_ deviceKey: any DeviceKey) async throws(VaultError) {
        let key = try await deviceKey.load().withBytes { SymmetricKey(data: $0) }
        names = Self.derived(key, "names")
        semblances = Self.derived(key, "semblances")
        drawings = Self.derived(key, "drawings")
        passkeys = Self.derived(key, "passkeys")
    }

    /// What stands for a name where it must not matter whether somebody has it. Nobody reads names from it.
    func key(of name: AccountName) -> Data { code(names, name.canonical) }

    /// What stands for a device's count of attempts at an account.
    func key(of device: CookieToken, for account: AccountID) -> Data {
        Data(SHA256.hash(data: Data("device".utf8) + account.bytes + device.digest))
    }

    /// Random bytes that are always the same for a name and a purpose: 32.
    func semblance(_ purpose: String, of name: AccountName) -> Data { code(semblances, "\(purpose) \(name.canonical)") }

    /// For the digests of what is drawn for a name: 16 bytes.
    func drawingKey(of name: AccountName) -> [UInt8] { Array(code(drawings, name.canonical).prefix(16)) }

    /// What opens the slot of a passkey without a PRF key: 256 bits.
    func passkeyKey(_ credentialID: [UInt8], _ account: AccountID) -> SymmetricKey {
        SymmetricKey(
            data: HMAC<SHA256>.authenticationCode(for: account.bytes + credentialID, using: passkeys))
    }

    private func code(_ key: SymmetricKey, _ text: String) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    }

    private static func derived(_ key: SymmetricKey, _ purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, info: Data("InkLock service 1 \(purpose)".utf8), outputByteCount: 32)
    }
}
