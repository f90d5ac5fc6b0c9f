// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import Passcode
import Synchronization

/// The secrets that the service derives from its device keys, apart from those of the vaults, with HKDF-SHA256 (RFC
/// 5869) and a purpose as `info`.
struct ServiceSecrets: Sendable {
    /// The keys that come from one device key, and are replaced with it.
    private struct Keyed: Sendable {
        let passkeys: SymmetricKey
        let checks: SymmetricKey
        let challenges: SymmetricKey

        init(_ key: MemoryDeviceKey) {
            passkeys = KeyRing.derived(key, "passkeys")
            checks = KeyRing.derived(key, "checks")
            challenges = KeyRing.derived(key, "challenges")
        }
    }

    /// The position of the current key, which all copies share.
    private final class Position: Sendable {
        let value = Mutex(0)
    }

    let ring: KeyRing
    private let keyed: [Keyed]
    private let position = Position()

    init(_ ring: KeyRing) {
        self.ring = ring
        keyed = ring.keys.map { Keyed($0) }
    }

    /// The position of the current key in the ring. The newest one is the current one, unless the servers of a shared
    /// database still use another.
    var current: Int { position.value.withLock { $0 } }

    /// Returns the device keys of an account's vault, for opening it and for moving it to the current key.
    /// - Parameter account: The account, or `nil` if the vault has no passkeys.
    func deviceKeys(of account: AccountID?) -> DeviceKeyRing {
        DeviceKeyRing(ring.keys, current: current) { [keyed] position, metadata in
            guard let account, let passkey = PasskeyMetadata(metadata), !passkey.usesPRF else { return nil }
            return Self.passkeyKey(keyed[position], passkey.credentialID, account)
        }
    }

    /// Returns a keyed digest of a name, for tables that must not depend on whether the account exists. It does not
    /// reveal the name.
    func key(of name: AccountName) -> Data { key(ofCanonicalName: name.canonical) }

    /// Returns the keyed digest of a name by its canonical form.
    func key(ofCanonicalName name: String) -> Data { code(ring.digests.names, name) }

    /// Returns a keyed digest of a client under a rate limit. It does not reveal the client's address.
    func limitKey(_ limit: String, _ client: String) -> Data { code(ring.digests.limits, "\(limit) \(client)") }

    /// Returns the check value of the current device key: a keyed digest of the database's identifier.
    func check(_ identifier: Data) -> Data { check(identifier, at: current) }

    /// Returns the check value of a device key: a keyed digest of the database's identifier.
    func check(_ identifier: Data, at position: Int) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: identifier, using: keyed[position].checks))
    }

    /// Switches to the device key that the servers of a database use.
    /// - Parameter found: The check value of that key.
    /// - Returns: `false` if the ring does not have the key.
    func use(_ found: Data, of identifier: Data) -> Bool {
        guard let index = keyed.indices.first(where: { check(identifier, at: $0) == found }) else { return false }
        position.value.withLock { $0 = index }
        return true
    }

    /// The keys of challenges that several servers answer, the current one first. The others are those of servers that
    /// noticed a new key before this one, or have not noticed it yet.
    var challenges: [SymmetricKey] {
        let current = current
        return ([current] + keyed.indices.filter { $0 != current }).map { keyed[$0].challenges }
    }

    /// Returns the ID and the sealing key of an operation's result. Neither can be computed without the request.
    func operation(_ request: Data) -> (id: Data, key: SymmetricKey) {
        let code = SymmetricKey(
            data: HMAC<SHA256>.authenticationCode(for: request, using: ring.digests.operations))
        let id = KeyDerivation.key(code, salt: [], info: Array("id".utf8))
        let key = KeyDerivation.key(code, salt: [], info: Array("result".utf8))
        return (id.withUnsafeBytes { Data($0) }, key)
    }

    /// Returns the 16-byte key of the digests of an account's drawings.
    func drawingKey(of account: AccountID) -> [UInt8] {
        Array(code(ring.digests.drawings, account.text).prefix(16))
    }

    /// Returns the 256-bit keys that the slot of a passkey without a PRF key may have, the one of the current device
    /// key first.
    func passkeyKeys(_ credentialID: [UInt8], _ account: AccountID) -> [SymmetricKey] {
        let current = current
        return ([current] + keyed.indices.filter { $0 != current }).map {
            Self.passkeyKey(keyed[$0], credentialID, account)
        }
    }

    private static func passkeyKey(_ keyed: Keyed, _ credentialID: [UInt8], _ account: AccountID) -> SymmetricKey {
        SymmetricKey(
            data: HMAC<SHA256>.authenticationCode(for: account.bytes + credentialID, using: keyed.passkeys))
    }

    private func code(_ key: SymmetricKey, _ text: String) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    }
}
