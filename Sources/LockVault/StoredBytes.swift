// SPDX-License-Identifier: MIT

/// Bytes under a number that rises with every change, as stores and ledgers keep them.
public struct StoredBytes: Hashable, Sendable {
    /// At least 1. The first is drawn at random, and steps are random: the number does not tell how many changes there were.
    public var version: UInt64
    /// What is stored; its reader decides whether it can be trusted.
    public var bytes: [UInt8]

    public init(version: UInt64, bytes: [UInt8]) {
        self.version = version
        self.bytes = bytes
    }
}

/// A place for one set of ``StoredBytes``, which survives whatever happens to the process.
///
/// A value stands for one vault: for an account's row in a table as well as for a file.
public protocol DurablePlace: Sendable {
    /// - Throws: ``VaultError/missing`` if there are none: nothing is never taken for something empty.
    func load() async throws(VaultError) -> StoredBytes

    /// Puts `new` in place of what has the version `old`; `nil` when there must not be anything yet.
    ///
    /// Either all of it is in place or nothing has changed, whenever the power goes; it lasts from when this returns.
    /// - Throws: ``VaultError/conflict`` if what is there has another version, ``VaultError/missing`` if there is nothing,
    ///   ``VaultError/exists`` if there is something.
    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError)

    /// Leaves nothing; overwrites it where the place allows. It is no error when there is nothing.
    func remove() async throws(VaultError)
}

/// Where a vault's record is. What it says is sealed or in the open for good reason; see docs/SPEC.md.
public protocol VaultStore: DurablePlace {}

/// Where the attempts on a vault are counted, durably before each. What it says is sealed.
///
/// Best in another place than the vault, where an older copy cannot easily be put back: a keychain, a server.
public protocol AttemptLedger: DurablePlace {
    /// Which of several ledgers beside one vault this is; empty, which is the default, for the only one. An entry that is found in
    /// a ledger of another identity is damage. See ``LedgerTransfer``.
    var identity: [UInt8] { get }
}

extension AttemptLedger {
    public var identity: [UInt8] { [] }
}
