// SPDX-License-Identifier: MIT
import Foundation
import Passcode

/// A file with a secret, readable by its owner alone, in a folder that is accessible to its owner alone; see
/// ``PrivateFolder``.
public struct SecretFile: Sendable {
    /// The path of the file.
    public let path: String

    /// Creates a reference to a file. Nothing is read.
    public init(path: String) { self.path = path }

    /// Returns the contents.
    /// - Parameter limit: The maximum number of bytes.
    /// - Throws: ``VaultError/deviceKeyMissing`` if there is no file or no folder, ``VaultError/deviceKeyUnusable`` if
    ///   it has more than `limit` bytes, or other users can reach it or its folder.
    public func load(limit: Int) async throws(VaultError) -> SharedSecretBytes {
        try await run { () throws(VaultError) in try read(limit: limit) }
    }

    /// Replaces the contents atomically and durably. Only one caller at a time replaces them, in this process or
    /// another.
    /// - Parameters:
    ///   - limit: The maximum number of bytes of the old contents.
    ///   - change: A function that returns the new contents for the old ones.
    /// - Throws: The errors of ``load(limit:)`` and of `change`, and ``VaultError/storage(_:code:)``.
    public func replace(
        limit: Int, _ change: @escaping @Sendable (SharedSecretBytes) throws(VaultError) -> SharedSecretBytes
    ) async throws(VaultError) {
        _ = try await run { () throws(VaultError) in
            try StorageFile.locking(path + ".lock") { () throws(VaultError) in
                let new = try change(try read(limit: limit))
                try new.withBytes { bytes throws(VaultError) in
                    try DurableFile(path: path).write(UnsafeRawBufferPointer(bytes))
                }
                return new
            }
        }
    }

    /// Runs a closure on a thread that may wait for the disk, if other users cannot reach the folder.
    func run(_ body: @escaping @Sendable () throws(VaultError) -> SharedSecretBytes) async throws(VaultError)
        -> SharedSecretBytes
    {
        try await FileStorage.threads.run { () throws(VaultError) in
            do throws(VaultError) {
                try PrivateFolder.check(around: path)
            } catch .insecurePermissions {
                throw .deviceKeyUnusable
            } catch .missing {
                // Not the vault's error: the vault may be in another folder.
                throw .deviceKeyMissing
            }
            return try body()
        }
    }

    /// Returns the contents. Blocks until the disk responds.
    func read(limit: Int) throws(VaultError) -> SharedSecretBytes {
        do throws(VaultError) {
            return SharedSecretBytes(try StorageFile.reading(path).readSecret(limit: limit))
        } catch {
            switch error {
            case .missing: throw .deviceKeyMissing
            case .damaged, .insecurePermissions: throw .deviceKeyUnusable
            default: throw error
            }
        }
    }
}
