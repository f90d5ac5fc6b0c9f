// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// Keychain storage for a vault's record or its attempt ledger. The stored bytes are already encrypted.
///
/// A keychain item is replaced atomically, and only if it still has the version that was read. Several processes
/// therefore need no lock between them. The item is readable after the device's first unlock since it started, so that
/// an attempt can be counted even if the screen turns off. It survives deletion of the app, and restoring the app's
/// files does not restore an older item.
///
/// The value is `StoredBytes.framed`, as in a `FileStorage`. The version is also the item's generic attribute.
///
/// On a Mac, the app needs a keychain access group in its entitlements (Keychain Sharing).
public struct KeychainStorage: VaultStore, AttemptLedger {
    private let item: KeychainItem

    /// Creates storage in one keychain item.
    /// - Parameters:
    ///   - account: The account name of the item, which states its purpose, such as "vault".
    ///   - service: The service name of the item. Use a name of the app's own and never change it.
    ///   - accessGroup: The keychain access group of the apps that share the item. `nil` stands for the app's first
    ///     access group, which is the first that Keychain Sharing lists, if it lists any. To keep it from other apps
    ///     of that group, pass the app's own identifier.
    public init(_ account: String, service: String, accessGroup: String? = nil) {
        item = KeychainItem(service: service, account: account, accessGroup: accessGroup)
    }

    /// Returns the stored bytes.
    /// - Throws: `VaultError.missing`, `VaultError.damaged`, or `VaultError.storage(_:code:)` with the keychain's code.
    ///   `VaultError.isDeviceLocked` identifies a device that has not been unlocked since it started.
    public func load() async throws(VaultError) -> StoredBytes {
        try await BlockingWork.run { [item] () throws(VaultError) in try Self.read(item) }
    }

    public func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        let value = Data(new.framed)
        let mark = Self.mark(new.version)
        try await BlockingWork.run { [item] () throws(VaultError) in
            do throws(KeychainError) {
                guard let old else { return try item.add(value, mark: mark, .afterFirstUnlock) }
                try item.replace(value, mark: mark, ifMarked: Self.mark(old))
            } catch {
                let error = VaultError(error)
                guard error == .missing else { throw error }
                // No item has the old version. Throw `.missing` if there is no item at all.
                _ = try Self.read(item)
                throw .conflict
            }
        }
    }

    public func remove() async throws(VaultError) {
        try await BlockingWork.run { [item] () throws(VaultError) in
            do throws(KeychainError) { try item.delete() } catch { throw VaultError(error) }
        }
    }

    private static func read(_ item: KeychainItem) throws(VaultError) -> StoredBytes {
        let value: [UInt8]
        do throws(KeychainError) { value = Array(try item.read()) } catch { throw VaultError(error) }
        return try StoredBytes(framed: value)
    }

    private static func mark(_ version: UInt64) -> Data { Data(StoredBytes.versionBytes(version)) }
}
