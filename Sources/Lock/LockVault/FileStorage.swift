// SPDX-License-Identifier: MIT
import Foundation

/// Storage in a file that only its owner can read.
///
/// A change is written to a second file, which is synchronised and renamed over the first. The folder is then
/// synchronised. After a power failure, the file has the old or the new contents. The storage also uses the file's name
/// with the suffixes `.new` and `.lock`. The lock excludes other processes; the system releases it when a process ends.
///
/// The file's contents are ``StoredBytes/framed``.
public struct FileStorage: VaultStore, AttemptLedger {
    private let path: String
    private let byteLimit: Int

    /// Threads for file operations, which must not block Swift's cooperative threads.
    static let threads = WorkThreads(2)

    /// Creates storage.
    /// - Parameters:
    ///   - path: The path of the file. Its folder must exist and be accessible to its owner alone; see
    ///     ``PrivateFolder``. The file system must support atomic renames and locks, as local ones do.
    ///   - byteLimit: The maximum size of the file in bytes. The whole file is read into memory. The default, 2 MiB,
    ///     has room for every vault and ledger.
    public init(path: String, byteLimit: Int = 1 << 21) {
        self.path = path
        self.byteLimit = byteLimit
    }

    /// Reads the file.
    /// - Throws: ``VaultError/missing``, ``VaultError/damaged``; ``VaultError/insecurePermissions`` if the file or
    ///   folder is accessible to other users; ``VaultError/storage(_:code:)``.
    public func load() async throws(VaultError) -> StoredBytes {
        try await Self.threads.run { () throws(VaultError) in
            try PrivateFolder.check(around: path)
            do throws(VaultError) { return try read() } catch .missing {
                removeRemains()
                throw .missing
            }
        }
    }

    /// Locks the file, compares the versions, and replaces the file atomically.
    /// - Throws: The errors of ``VersionedStorage``; ``VaultError/limitExceeded`` for a file above the limit, which
    ///   ``load()`` does not read; ``VaultError/damaged`` or ``VaultError/insecurePermissions`` if the existing file
    ///   cannot be trusted; ``VaultError/storage(_:code:)`` if a system call fails.
    public func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        let framed = new.framed
        guard framed.count <= byteLimit else { throw .limitExceeded }
        try await Self.threads.run { () throws(VaultError) in
            try PrivateFolder.check(around: path)
            try StorageFile.locking(path + ".lock") { () throws(VaultError) in
                let found: UInt64?
                do throws(VaultError) { found = try read().version } catch .missing { found = nil }
                try StoredBytes.checkVersion(found, replacing: old)
                try DurableFile(path: path).write(framed)
            }
        }
    }

    /// Overwrites the file, if the file system allows it, and removes it. Does nothing if there is no file or no
    /// folder.
    /// - Throws: ``VaultError/storage(_:code:)``.
    public func remove() async throws(VaultError) {
        try await Self.threads.run { () throws(VaultError) in
            do throws(VaultError) {
                try StorageFile.locking(path + ".lock") { () throws(VaultError) in try DurableFile(path: path).erase() }
            } catch .missing {}
        }
    }

    /// Removes what an interrupted removal has left.
    private func removeRemains() {
        let file = DurableFile(path: path)
        guard file.hasRemains else { return }
        try? StorageFile.locking(path + ".lock") { () throws(VaultError) in
            // Another process may have saved meanwhile.
            if file.hasRemains { try file.erase() }
        }
    }

    private func read() throws(VaultError) -> StoredBytes {
        try StoredBytes(framed: try StorageFile.reading(path).readAll(limit: byteLimit))
    }
}
