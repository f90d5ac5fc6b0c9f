// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault

/// The state of all accounts, as far as it shows without a secret of their owners.
struct AccountInspection: Hashable, Sendable {
    var accounts = 0
    /// The records of vaults that cannot be read.
    var damagedRecords = 0
    var ledgers = 0
    /// The ledgers that the device key does not open, or that are another device's.
    var foreignLedgers = 0
    var notes = 0
    var bytes: Int64 = 0

    /// Reads the whole database.
    /// - Parameter key: the device key.
    /// - Throws: ``AccountServiceError/damaged(_:)``, and what SQLite throws.
    init(_ database: Database, path: String, _ transfer: LedgerTransfer) throws {
        guard try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") == "ok",
            try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") == nil
        else { throw AccountServiceError.damaged(path) }
        let accounts = try Row.fetchCursor(database, sql: "SELECT vault, vaultVersion, isDecoy FROM account")
        while let row = try accounts.next() {
            if !(row["isDecoy"] as Bool) { self.accounts += 1 }
            if (try? VaultRecord(Self.stored(row["vaultVersion"], row["vault"]))) == nil { damagedRecords += 1 }
        }
        let devices = try Row.fetchCursor(
            database, sql: "SELECT id, ledgerVersion, ledger FROM device WHERE ledgerVersion <> 0")
        while let row = try devices.next() {
            ledgers += 1
            let ledger = Self.stored(row["ledgerVersion"], row["ledger"])
            if (try? transfer.failedAttempts(in: ledger, of: [UInt8](row["id"] as Data))) == nil { foreignLedgers += 1 }
        }
        notes = try Int.fetchOne(database, sql: "SELECT count(*) FROM note") ?? 0
        bytes = try StorageGuard.usedBytes(database)
    }

    private static func stored(_ version: Int64, _ bytes: Data) -> StoredBytes {
        StoredBytes(version: UInt64(bitPattern: version), bytes: [UInt8](bytes))
    }

    /// Returns a sentence about the damage, or `nil` if all is well.
    func fault(key: String, database: String) -> String? {
        if ledgers > 0, foreignLedgers == ledgers { return "\(key) is not the key of this database" }
        guard damagedRecords + foreignLedgers > 0 else { return nil }
        return "\(database): \(damagedRecords) of the accounts' records and \(foreignLedgers) of \(ledgers) counts of "
            + "attempts cannot be read; put back the whole folder from a backup"
    }
}
