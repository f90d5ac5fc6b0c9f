// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Passcode
import Security

/// A device key in the keychain: 32 random bytes that never leave this device, not even in a backup.
///
/// The key is readable only while the device is unlocked. An attacker who takes a locked phone and reads its files does
/// not obtain the key, even if the phone has been unlocked since it started. No vault opens on a locked device. If the
/// system starts the app in the background while the device is locked, the app stays locked until the key can be read;
/// see `VaultError.isDeviceLocked`.
///
/// On a Mac, the app needs a keychain access group in its entitlements (Keychain Sharing).
public struct KeychainDeviceKey: DeviceKey {
    private let item: KeychainItem

    private static let byteCount = 32

    /// Creates a device key for a keychain service.
    /// - Parameters:
    ///   - service: The service name of the keychain item. Use a name of the app's own and never change it.
    ///   - accessGroup: The keychain access group of the apps that share the vault. `nil` stands for the app's first
    ///     access group, which is the first that Keychain Sharing lists, if it lists any. To keep the key from other
    ///     apps of that group, pass the app's own identifier.
    public init(service: String, accessGroup: String? = nil) {
        item = KeychainItem(service: service + ".device-key", account: "device-key", accessGroup: accessGroup)
    }

    public func load() async throws(VaultError) -> SecretBytes {
        try await BlockingWork.run { [item] () throws(VaultError) in try Self.read(item) }.copy
    }

    /// Returns the key, and creates it if there is none. Concurrent calls return the same key.
    public func loadOrCreate() async throws(VaultError) -> SecretBytes {
        try await BlockingWork.run { [item] () throws(VaultError) in
            do throws(VaultError) { return try Self.read(item) } catch .deviceKeyMissing {
                do throws(VaultError) { return try Self.make(item) } catch .exists {
                    // Another caller created the key first.
                    return try Self.read(item)
                }
            }
        }.copy
    }

    public func remove() async throws(VaultError) {
        try await BlockingWork.run { [item] () throws(VaultError) in
            do throws(KeychainError) { try item.delete() } catch { throw VaultError(error) }
        }
    }

    private static func make(_ item: KeychainItem) throws(VaultError) -> SharedSecretBytes {
        let new = SharedSecretBytes(SecretBytes((0..<byteCount).lazy.map { _ in UInt8.random(in: .min ... .max) }))
        do throws(KeychainError) {
            try new.withData { data throws(KeychainError) in try item.add(data, .whenUnlocked) }
        } catch {
            throw VaultError(error)
        }
        return new
    }

    private static func read(_ item: KeychainItem) throws(VaultError) -> SharedSecretBytes {
        let found: SharedSecretBytes
        do throws(KeychainError) { found = SharedSecretBytes(try item.read()) } catch {
            guard error.status != errSecItemNotFound else { throw .deviceKeyMissing }
            throw VaultError(error)
        }
        guard found.count == byteCount else { throw .deviceKeyUnusable }
        return found
    }
}
