// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import Passcode

/// The secrets that the service derives from its device key, apart from those of the vaults, with HKDF-SHA256 (RFC
/// 5869) and a purpose as `info`.
struct ServiceSecrets: Sendable {
    private let names: SymmetricKey
    private let drawings: SymmetricKey
    private let passkeys: SymmetricKey
    private let operations: SymmetricKey
    private let limits: SymmetricKey
    private let checks: SymmetricKey
    /// The key of challenges that several servers answer.
    let challenges: SymmetricKey

    init(_ deviceKey: MemoryDeviceKey) {
        let key = deviceKey.load()
        names = Self.derived(key, "names")
        drawings = Self.derived(key, "drawings")
        passkeys = Self.derived(key, "passkeys")
        operations = Self.derived(key, "operations")
        limits = Self.derived(key, "limits")
        checks = Self.derived(key, "checks")
        challenges = Self.derived(key, "challenges")
    }

    /// Returns a keyed digest of a name, for tables that must not depend on whether the account exists. It does not
    /// reveal the name.
    func key(of name: AccountName) -> Data { code(names, name.canonical) }

    /// Returns a keyed digest of a client under a rate limit. It does not reveal the client's address.
    func limitKey(_ limit: String, _ client: String) -> Data { code(limits, "\(limit) \(client)") }

    /// Returns what only servers with the same device key compute from the identifier of their database.
    func check(_ identifier: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: identifier, using: checks))
    }

    /// Returns the ID and the sealing key of an operation's result. Neither can be computed without the request.
    func operation(_ request: Data) -> (id: Data, key: SymmetricKey) {
        let code = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: request, using: operations))
        let id = KeyDerivation.key(code, salt: [], info: Array("id".utf8))
        let key = KeyDerivation.key(code, salt: [], info: Array("result".utf8))
        return (id.withUnsafeBytes { Data($0) }, key)
    }

    /// Returns the 16-byte key of the digests of an account's drawings.
    func drawingKey(of account: AccountID) -> [UInt8] { Array(code(drawings, account.text).prefix(16)) }

    /// Returns the 256-bit key of the slot of a passkey without a PRF key.
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
