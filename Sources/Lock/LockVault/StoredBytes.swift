// SPDX-License-Identifier: MIT

/// Stored bytes with a version number that rises with every change.
public struct StoredBytes: Hashable, Sendable {
    /// The version, at least 1. It rises with every change. Vaults and ledgers start at a random version and rise by
    /// random steps, so that the version does not reveal the number of changes.
    public var version: UInt64
    /// The stored bytes. The reader decides whether to trust them.
    public var bytes: [UInt8]

    public init(version: UInt64, bytes: [UInt8]) {
        self.version = version
        self.bytes = bytes
    }
}

/// Storage for one value of ``StoredBytes``. The value survives a crash of the process.
///
/// A conforming value represents the storage of one vault, such as an account's row in a table, or a file.
public protocol VersionedStorage: Sendable {
    /// Returns the stored bytes.
    /// - Throws: ``VaultError/missing`` if there are none. Absent bytes are never treated as empty ones.
    func load() async throws(VaultError) -> StoredBytes

    /// Replaces the bytes of version `old` with `new`. If `old` is `nil`, there must be no bytes yet.
    ///
    /// The change is atomic, even if the power fails, and durable once this method returns.
    ///
    /// Do not retry a write whose outcome is unknown. If the first try succeeded, the retry reports a conflict, and the
    /// vault counts the attempt twice. Throw ``VaultError/storage(_:code:)`` instead.
    /// - Throws: ``VaultError/conflict`` if the stored bytes have another version, ``VaultError/missing`` if there are
    ///   none, ``VaultError/exists`` if there are some although `old` is `nil`.
    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError)

    /// Removes the bytes, and overwrites them where the storage allows. Does nothing if there are none.
    func remove() async throws(VaultError)
}

/// Storage for a vault's record. docs/SPEC.md lists which of the record's contents are sealed and which are plaintext.
public protocol VaultStore: VersionedStorage {}

/// Storage for the attempt counts of a vault, written durably before each attempt. The contents are sealed.
///
/// Keep the ledger apart from the vault, where an older copy cannot easily be restored: in a keychain or on a server.
public protocol AttemptLedger: VersionedStorage {
    /// The identity of this ledger among several ledgers of one vault. The default, for a vault's only ledger, is
    /// empty. An entry from a ledger with another identity is treated as damaged. See ``LedgerTransfer``.
    var identity: [UInt8] { get }
}

extension AttemptLedger {
    public var identity: [UInt8] { [] }
}
