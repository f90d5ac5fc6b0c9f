// SPDX-License-Identifier: MIT

/// Storage in memory, for tests, for decoy vaults, and for changes that the caller writes later.
public actor InMemoryStorage: VaultStore, AttemptLedger {
    /// The stored bytes; `nil` if there are none.
    public private(set) var stored: StoredBytes?

    public nonisolated let identity: [UInt8]

    /// Creates storage with contents, as after a restart.
    /// - Parameters:
    ///   - stored: The stored bytes; `nil` for none.
    ///   - identity: The ledger's identity; see ``AttemptLedger/identity``.
    public init(_ stored: StoredBytes? = nil, identity: [UInt8] = []) {
        self.stored = stored
        self.identity = identity
    }

    public func load() throws(VaultError) -> StoredBytes {
        guard let stored else { throw .missing }
        return stored
    }

    public func save(_ new: StoredBytes, replacing old: UInt64?) throws(VaultError) {
        try StoredBytes.checkVersion(stored?.version, replacing: old)
        stored = new
    }

    public func remove() { stored = nil }
}
