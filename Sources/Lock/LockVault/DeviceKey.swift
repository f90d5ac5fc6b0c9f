// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import Passcode

/// 32 random bytes that never leave a device, so that a stolen vault cannot be guessed at elsewhere: from a keychain, a
/// key ring, a security chip, or a file beside the store.
public protocol DeviceKey: Sendable {
    /// - Throws: ``VaultError/deviceKeyMissing`` if there is none, ``VaultError/deviceKeyUnusable`` if it is not to be
    ///   trusted.
    func load() async throws(VaultError) -> SecretBytes

    /// The key, made first if there is none: for a new vault, or for one that came to a new device.
    func loadOrMake() async throws(VaultError) -> SecretBytes
}

extension DeviceKey {
    /// The key, without a further copy where it is in memory anyway.
    func secret() async throws(VaultError) -> KeptSecret {
        if let memory = self as? MemoryDeviceKey { return memory.shared }
        if let ring = self as? DeviceKeyRing { return ring.keys[ring.current].shared }
        return KeptSecret(try await load())
    }

    /// The secrets of all keys that a vault may have, the newest first.
    func allSecrets() async throws(VaultError) -> [DeviceSecrets] {
        if let ring = self as? DeviceKeyRing { return try ring.secrets }
        return [try DeviceSecrets(try await secret())]
    }

    /// The same, made first if there is none.
    func secretOrNew() async throws(VaultError) -> KeptSecret {
        if self is MemoryDeviceKey || self is DeviceKeyRing { return try await secret() }
        return KeptSecret(try await loadOrMake())
    }
}

/// A device key that lasts as long as the process: for tests, and for servers that are handed theirs.
public struct MemoryDeviceKey: DeviceKey {
    let shared: KeptSecret

    /// - Precondition: there are 32 bytes.
    public init(_ bytes: consuming SecretBytes) {
        precondition(bytes.count == 32, "a device key has 32 bytes")
        shared = KeptSecret(bytes)
    }

    public func load() -> SecretBytes { shared.copy }
    public func loadOrMake() -> SecretBytes { load() }
}
