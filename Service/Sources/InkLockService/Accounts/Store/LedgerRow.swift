// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault

/// Where attempts are counted: one row for the strangers of each name, and one for each device and account.
struct LedgerRow: AttemptLedger {
    let database: AccountDatabase
    let key: Data
    /// `nil` for a name that nobody has.
    let account: AccountID?
    let clock: any VaultClock

    func load() async throws(VaultError) -> StoredBytes {
        try await database.read { [key] database in
            guard
                let row = try Row.fetchOne(
                    database, sql: "SELECT version, bytes FROM ledger WHERE key = ?", arguments: [key])
            else { throw VaultError.missing }
            return StoredBytes(version: UInt64(bitPattern: row["version"]), bytes: [UInt8](row["bytes"] as Data))
        }
    }

    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        let now = clock.now().wallMilliseconds
        try await database.write { [key, account] database in
            if let old {
                try Self.replace(new, old, key, at: now, in: database)
            } else {
                try Self.insert(new, key, account, at: now, in: database)
            }
        }
    }

    func remove() async throws(VaultError) {
        try await database.write { [key] database in try Self.remove(key, in: database) }
    }

    /// - Throws: ``VaultError/exists`` if there is one.
    static func insert(
        _ new: StoredBytes, _ key: Data, _ account: AccountID?, at now: Int64, in database: Database
    ) throws {
        try database.execute(
            sql: "INSERT OR IGNORE INTO ledger (key, account, version, bytes, written) VALUES (?, ?, ?, ?, ?)",
            arguments: [key, account?.bytes, Int64(bitPattern: new.version), Data(new.bytes), now])
        guard database.changesCount == 1 else { throw VaultError.exists }
    }

    /// Puts what one row says in the place of another: for a new device, or when the owner has just been in.
    static func copy(_ old: Data, to new: Data, _ account: AccountID, at now: Int64, in database: Database) throws {
        guard old != new else { return }
        try database.execute(
            sql: """
                INSERT INTO ledger (key, account, version, bytes, written)
                SELECT ?, ?, version, bytes, ? FROM ledger WHERE key = ?
                ON CONFLICT (key) DO UPDATE SET version = excluded.version, bytes = excluded.bytes,
                    written = excluded.written
                """,
            arguments: [new, account.bytes, now, old])
    }

    static func remove(_ key: Data, in database: Database) throws {
        try database.execute(sql: "DELETE FROM ledger WHERE key = ?", arguments: [key])
    }

    private static func replace(
        _ new: StoredBytes, _ old: UInt64, _ key: Data, at now: Int64, in database: Database
    ) throws {
        try database.execute(
            sql: "UPDATE ledger SET version = ?, bytes = ?, written = ? WHERE key = ? AND version = ?",
            arguments: [Int64(bitPattern: new.version), Data(new.bytes), now, key, Int64(bitPattern: old)])
        guard database.changesCount == 0 else { return }
        let isThere = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM ledger WHERE key = ?)", arguments: [key])
        throw isThere == true ? VaultError.conflict : VaultError.missing
    }
}
