// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import Passcode

/// A source of 32 random bytes that never leave a device: a keychain, a key ring, a security chip, or a file beside the
/// store. Without them, a stolen vault cannot be attacked on another machine.
public protocol DeviceKey: Sendable {
    /// Returns the key.
    /// - Throws: ``VaultError/deviceKeyMissing`` if there is none, ``VaultError/deviceKeyUnusable`` if it cannot be
    ///   trusted.
    func load() async throws(VaultError) -> SecretBytes

    /// Returns the key, and creates it if there is none. Call it for a new vault, or for one that moved to a new
    /// device.
    func loadOrCreate() async throws(VaultError) -> SecretBytes

    /// Removes the key, so that a passcode can no longer be guessed from a copy of a vault's record. Does nothing if
    /// there is no key.
    ///
    /// The default implementation does nothing, for a key that the app does not own.
    func remove() async throws(VaultError)
}

extension DeviceKey {
    public func remove() async throws(VaultError) {}
}

extension DeviceKey {
    /// Returns the key. A key that is in memory is not copied.
    func secret() async throws(VaultError) -> SharedSecretBytes {
        if let memory = self as? MemoryDeviceKey { return memory.shared }
        if let ring = self as? DeviceKeyRing { return ring.keys[ring.current].shared }
        return SharedSecretBytes(try await load())
    }

    /// Returns the secrets of all keys that a vault may have, the newest first.
    func allSecrets() async throws(VaultError) -> [DeviceSecrets] {
        if let ring = self as? DeviceKeyRing { return try ring.secrets }
        return [try DeviceSecrets(try await secret())]
    }

    /// Returns the key, and creates it if there is none. A key that is in memory is not copied.
    func secretOrCreate() async throws(VaultError) -> SharedSecretBytes {
        if self is MemoryDeviceKey || self is DeviceKeyRing { return try await secret() }
        return SharedSecretBytes(try await loadOrCreate())
    }
}

/// A device key in memory, for tests and for servers that receive their key at startup.
public struct MemoryDeviceKey: DeviceKey {
    let shared: SharedSecretBytes

    /// Creates a device key from its bytes.
    /// - Precondition: There are 32 bytes.
    public init(_ bytes: consuming SecretBytes) {
        precondition(bytes.count == 32, "a device key has 32 bytes")
        shared = SharedSecretBytes(bytes)
    }

    public func load() -> SecretBytes { shared.copy }
    public func loadOrCreate() -> SecretBytes { load() }
}
