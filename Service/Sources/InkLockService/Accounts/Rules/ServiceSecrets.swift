// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import Passcode

/// What the service derives from its device key beside what the vaults do: HKDF-SHA256 (RFC 5869) with a purpose as info.
struct ServiceSecrets: Sendable {
    private let names: SymmetricKey
    private let drawings: SymmetricKey
    private let passkeys: SymmetricKey
    private let operations: SymmetricKey

    init(_ deviceKey: MemoryDeviceKey) {
        let key = deviceKey.load()
        names = Self.derived(key, "names")
        drawings = Self.derived(key, "drawings")
        passkeys = Self.derived(key, "passkeys")
        operations = Self.derived(key, "operations")
    }

    /// What stands for a name where it must not matter whether there is an account. Names cannot be read from it.
    func key(of name: AccountName) -> Data { code(names, name.canonical) }

    /// What an operation's result is found by, and what it is sealed with. Without the request, neither can be made.
    func operation(_ request: Data) -> (id: Data, key: SymmetricKey) {
        let code = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: request, using: operations))
        let id = KeyDerivation.key(code, salt: [], info: Array("id".utf8))
        let key = KeyDerivation.key(code, salt: [], info: Array("result".utf8))
        return (id.withUnsafeBytes { Data($0) }, key)
    }

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

    private static func derived(_ key: borrowing SecretBytes, _ purpose: String) -> SymmetricKey {
        key.withBytes {
            KeyDerivation.key(
                UnsafeRawBufferPointer($0), salt: [], info: Array("InkLock service 1 \(purpose)".utf8))
        }
    }
}
