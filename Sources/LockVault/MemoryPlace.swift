// SPDX-License-Identifier: MIT

/// A place that lasts as long as the process: for tests, and for vaults that nobody owns.
public actor MemoryPlace: VaultStore, AttemptLedger {
    /// What is kept; `nil` when nothing is.
    public private(set) var stored: StoredBytes?

    /// A place that holds `stored` from the start, as after a restart.
    public init(_ stored: StoredBytes? = nil) { self.stored = stored }

    public func load() throws(VaultError) -> StoredBytes {
        guard let stored else { throw .missing }
        return stored
    }

    public func save(_ new: StoredBytes, replacing old: UInt64?) throws(VaultError) {
        switch (stored, old) {
        case (nil, nil): break
        case (nil, _): throw .missing
        case (_, nil): throw .exists
        case (let stored?, let old?): guard stored.version == old else { throw .conflict }
        }
        stored = new
    }

    public func remove() { stored = nil }
}
