// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Passcode
import Security

/// A device key in the keychain: 32 random bytes that this device alone has, in no backup that another could read.
///
/// It can be read only while the device is unlocked. A phone that was taken while locked keeps it out of reach even of whoever
/// gets at its files, although it had been unlocked before; and nobody opens a vault on a locked device. An app that the
/// system starts in the background meanwhile stays locked until the key can be read; see `VaultError.isDeviceLocked`.
public struct KeychainDeviceKey: DeviceKey {
    private let item: KeychainItem

    private static let byteCount = 32

    /// - Parameters:
    ///   - service: the app's own, the same each time.
    ///   - accessGroup: for apps that share the vault; `nil` for this app alone.
    public init(service: String, accessGroup: String? = nil) {
        item = KeychainItem(service: service + ".device-key", account: "device-key", accessGroup: accessGroup)
    }

    public func load() async throws(VaultError) -> SecretBytes {
        try await KeychainItem.off { [item] () throws(VaultError) in try Self.read(item) }.copy
    }

    /// The key, made first if there is none; also when several ask at once, there is one.
    public func loadOrMake() async throws(VaultError) -> SecretBytes {
        try await KeychainItem.off { [item] () throws(VaultError) in
            do throws(VaultError) { return try Self.read(item) } catch .deviceKeyMissing {
                do throws(VaultError) { return try Self.make(item) } catch .exists {
                    // Somebody else was quicker, and theirs it is.
                    return try Self.read(item)
                }
            }
        }.copy
    }

    private static func make(_ item: KeychainItem) throws(VaultError) -> KeptSecret {
        let new = KeptSecret(SecretBytes((0..<byteCount).lazy.map { _ in UInt8.random(in: .min ... .max) }))
        do throws(KeychainRefusal) {
            try new.withData { data throws(KeychainRefusal) in try item.add(data, .whenUnlocked) }
        } catch {
            throw VaultError(error)
        }
        return new
    }

    private static func read(_ item: KeychainItem) throws(VaultError) -> KeptSecret {
        let found: KeptSecret
        do throws(KeychainRefusal) { found = KeptSecret(try item.read()) } catch {
            guard error.status != errSecItemNotFound else { throw .deviceKeyMissing }
            throw VaultError(error)
        }
        guard found.count == byteCount else { throw .deviceKeyUnusable }
        return found
    }
}
