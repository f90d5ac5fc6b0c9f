// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// A place in the keychain, for a vault or for the count of attempts on it. What it holds is sealed already.
///
/// The keychain replaces an item whole or not at all, and only if it still bears the version that was read: several processes
/// need no lock between them. It can be read from the first unlocking of the device after it started, so that an attempt is
/// counted to its end even if the screen goes dark. Deleting the app leaves it where it is, and no copy of the app's files
/// puts an older one back.
///
/// The value: `INKP`, a 1, the version in eight bytes, least significant first, and the bytes, as in a `FilePlace`. The
/// version is the item's generic attribute too.
public struct KeychainPlace: VaultStore, AttemptLedger {
    private let item: KeychainItem

    private static let magic = Array("INKP".utf8) + [1]
    private static let headerLength = 13

    /// - Parameters:
    ///   - account: what it is for, "vault" for example.
    ///   - service: the app's own, the same each time.
    ///   - accessGroup: for apps that share it; `nil` for this app alone.
    public init(_ account: String, service: String, accessGroup: String? = nil) {
        item = KeychainItem(service: service, account: account, accessGroup: accessGroup)
    }

    /// - Throws: `VaultError.missing`, `VaultError.damaged`; `VaultError.storage(_:code:)` with the keychain's code,
    ///   where `VaultError.isDeviceLocked` tells a device that was not unlocked yet.
    public func load() async throws(VaultError) -> StoredBytes {
        try await KeychainItem.off { [item] () throws(VaultError) in try Self.read(item) }
    }

    public func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        let version = Self.bytes(new.version)
        let value = Data(Self.magic + version + new.bytes)
        try await KeychainItem.off { [item] () throws(VaultError) in
            do throws(KeychainRefusal) {
                guard let old else { return try item.add(value, mark: Data(version), .afterFirstUnlock) }
                try item.replace(value, mark: Data(version), ifMarked: Data(Self.bytes(old)))
            } catch {
                let error = VaultError(error)
                guard error == .missing else { throw error }
                // Nothing with that version: is there one with another?
                _ = try Self.read(item)
                throw .conflict
            }
        }
    }

    public func remove() async throws(VaultError) {
        try await KeychainItem.off { [item] () throws(VaultError) in
            do throws(KeychainRefusal) { try item.delete() } catch { throw VaultError(error) }
        }
    }

    private static func read(_ item: KeychainItem) throws(VaultError) -> StoredBytes {
        let value: [UInt8]
        do throws(KeychainRefusal) { value = Array(try item.read()) } catch { throw VaultError(error) }
        guard value.count >= headerLength, value.starts(with: magic) else { throw .damaged }
        let version = value[magic.count..<headerLength].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        return StoredBytes(version: version, bytes: Array(value[headerLength...]))
    }

    private static func bytes(_ version: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: version >> (8 * UInt64($0))) }
    }
}
