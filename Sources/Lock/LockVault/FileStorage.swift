// SPDX-License-Identifier: MIT
import Foundation

/// A place in a file, readable by its owner alone: for the vaults of an app.
///
/// A change is written to another file, synchronised, renamed over the old one, and the folder synchronised: whenever the
/// power goes, the file is the old one or the new one. Two more names in the folder belong to it, with `.new` and `.lock` at
/// the end; the lock keeps processes apart, and is let go of by the system when one ends.
///
/// The file's contents are ``StoredBytes/framed``.
public struct FileStorage: VaultStore, AttemptLedger {
    private let path: String

    private static let byteLimit = 1 << 21
    /// Disks make one wait; Swift's own threads must not.
    static let threads = WorkThreads(2)

    /// - Parameter path: a file in an existing folder that is its owner's alone; see ``PrivateFolder``. On a file system that renames atomically
    ///   and knows locks, as local ones do.
    public init(path: String) { self.path = path }

    /// Reads the file.
    /// - Throws: ``VaultError/missing``, ``VaultError/damaged``; ``VaultError/exposed`` for a file or a folder that others can
    ///   reach; ``VaultError/storage(_:code:)``.
    public func load() async throws(VaultError) -> StoredBytes {
        try await Self.threads.run { () throws(VaultError) in
            try PrivateFolder.check(around: path)
            return try read()
        }
    }

    /// Locks out other processes, compares versions, and changes the file as a whole.
    /// - Throws: ``VaultError/conflict``, ``VaultError/missing`` and ``VaultError/exists`` as ``VersionedStorage`` says,
    ///   ``VaultError/limitExceeded`` for more than 2 MiB, which ``load()`` would not read,
    ///   ``VaultError/damaged`` and ``VaultError/exposed`` for a file that cannot be trusted,
    ///   ``VaultError/storage(_:code:)`` where the system refuses.
    public func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        let framed = new.framed
        guard framed.count <= Self.byteLimit else { throw .limitExceeded }
        try await Self.threads.run { () throws(VaultError) in
            try PrivateFolder.check(around: path)
            try OpenFile.locking(path + ".lock") { () throws(VaultError) in
                let found: UInt64?
                do throws(VaultError) { found = try read().version } catch .missing { found = nil }
                try StoredBytes.checkVersion(found, replacing: old)
                try DurableFile(path: path).write(framed)
            }
        }
    }

    /// Overwrites the file, as far as the file system lets one, and removes it.
    /// - Throws: ``VaultError/storage(_:code:)``.
    public func remove() async throws(VaultError) {
        try await Self.threads.run { () throws(VaultError) in
            try OpenFile.locking(path + ".lock") { () throws(VaultError) in try DurableFile(path: path).erase() }
        }
    }

    private func read() throws(VaultError) -> StoredBytes {
        try StoredBytes(framed: try OpenFile.reading(path).readAll(limit: Self.byteLimit))
    }
}
