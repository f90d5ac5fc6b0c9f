// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault

/// The state of all accounts, as far as it shows without a secret of their owners.
struct AccountInspection: Hashable, Sendable {
    var accounts = 0
    /// The records of vaults that cannot be read.
    var damagedRecords = 0
    /// The accounts whose device key is an earlier one.
    var onEarlierKeys = 0
    /// The accounts whose device key is not there.
    var onMissingKeys = 0
    var ledgers = 0
    /// The ledgers that the account's device key does not open, or that are another device's.
    var foreignLedgers = 0
    var notes = 0
    var bytes: Int64 = 0

    /// Reads the whole database.
    /// - Parameters:
    ///   - keys: the device keys.
    ///   - transfer: what opens ledgers with them.
    /// - Throws: ``AccountServiceError/damaged(_:)``, and what SQLite throws.
    init(_ database: Database, path: String, _ keys: DeviceKeyRing, _ transfer: LedgerTransfer) throws {
        guard try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") == "ok",
            try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") == nil
        else { throw AccountServiceError.damaged(path) }
        let accounts = try Row.fetchCursor(database, sql: "SELECT vault, vaultVersion, isDecoy FROM account")
        while let row = try accounts.next() {
            let isDecoy: Bool = row["isDecoy"]
            let record = Self.stored(row["vaultVersion"], row["vault"])
            if !isDecoy { self.accounts += 1 }
            guard (try? VaultRecord(record)) != nil else {
                damagedRecords += 1
                continue
            }
            switch keys.position(ofRecord: record.bytes) {
            case nil: onMissingKeys += 1
            case let position?: if position > keys.current, !isDecoy { onEarlierKeys += 1 }
            }
        }
        let devices = try Row.fetchCursor(
            database,
            sql: """
                SELECT device.id AS id, device.ledgerVersion AS ledgerVersion, device.ledger AS ledger,
                    substr(vault, 1, \(VaultRecord.headByteCount)) AS head
                FROM device JOIN account ON account.id = device.account WHERE device.ledgerVersion <> 0
                """)
        while let row = try devices.next() {
            ledgers += 1
            let ledger = Self.stored(row["ledgerVersion"], row["ledger"])
            let identity = [UInt8](row["id"] as Data)
            // A ledger of another key than the record's is an older copy.
            let moved = Result { () throws(VaultError) in
                try transfer.moved(ledger, of: identity, to: row["head"] as Data)
            }
            if case .success(nil) = moved { continue }
            foreignLedgers += 1
        }
        notes = try Int.fetchOne(database, sql: "SELECT count(*) FROM note") ?? 0
        bytes = try StorageGuard.usedBytes(database)
    }

    private static func stored(_ version: Int64, _ bytes: Data) -> StoredBytes {
        StoredBytes(version: UInt64(bitPattern: version), bytes: [UInt8](bytes))
    }

    /// Returns a sentence about the damage, or `nil` if all is well.
    func fault(key: String, database: String) -> String? {
        guard damagedRecords + foreignLedgers + onMissingKeys > 0 else { return nil }
        guard onMissingKeys == 0 else {
            return "\(database): \(onMissingKeys) accounts have a key that is not in \(key); put it back from a backup"
        }
        return "\(database): \(damagedRecords) of the accounts' records and \(foreignLedgers) of \(ledgers) counts of "
            + "attempts cannot be read; put back the whole folder from a backup"
    }
}
