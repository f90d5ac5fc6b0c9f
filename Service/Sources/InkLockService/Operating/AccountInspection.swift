// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault

/// The state of all accounts, as far as it is visible without a secret of their owners.
struct AccountInspection: Hashable, Sendable {
    var accounts = 0
    /// The number of vaults whose records cannot be read.
    var damagedRecords = 0
    /// The number of accounts with an earlier device key.
    var onEarlierKeys = 0
    /// The number of accounts whose device key is missing.
    var onMissingKeys = 0
    var ledgers = 0
    /// The number of ledgers that the account's device key does not open, or that belong to another device.
    var foreignLedgers = 0
    var notes = 0
    var bytes: Int64 = 0

    /// Checks a whole file of SQLite, and reads the accounts in it.
    /// - Throws: ``AccountServiceError/damaged(_:)``, and the errors of SQLite.
    init(file database: Database, path: String, _ keys: DeviceKeyRing, _ transfer: LedgerTransfer) throws {
        guard try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") == "ok",
            try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") == nil
        else { throw AccountServiceError.damaged(path) }
        try self.init(database, keys, transfer)
        bytes = try StorageGuard.usedBytes(database)
    }

    /// Reads all accounts.
    /// - Parameters:
    ///   - keys: The device keys.
    ///   - transfer: The transfer that opens ledgers with them.
    /// - Complexity: O(accounts + devices); memory does not grow with their number.
    init(_ database: any StoreTransaction, _ keys: DeviceKeyRing, _ transfer: LedgerTransfer) throws {
        let records = "SELECT vault, vaultVersion, isDecoy FROM account"
        try database.forEachRow(sql: records, arguments: [], batch: Self.batch) { row in
            take(Self.stored(row["vaultVersion"], row["vault"]), isDecoy: row["isDecoy"], keys)
            return true
        }
        let devices = """
            SELECT device.id AS id, device.ledgerVersion AS ledgerVersion, device.ledger AS ledger,
                substr(vault, 1, \(VaultRecord.headByteCount)) AS head
            FROM device JOIN account ON account.id = device.account WHERE device.ledgerVersion <> 0
            """
        try database.forEachRow(sql: devices, arguments: [], batch: Self.batch) { row in
            ledgers += 1
            let ledger = Self.stored(row["ledgerVersion"], row["ledger"])
            let (identity, head) = ([UInt8](row["id"] as Data), row["head"] as Data)
            // A ledger with a different key from the record's is an older copy.
            let moved = Result { () throws(VaultError) in try transfer.moved(ledger, of: identity, to: head) }
            if case .success(nil) = moved { return true }
            foreignLedgers += 1
            return true
        }
        notes = try Int.fetchOne(database, sql: "SELECT count(*) FROM note") ?? 0
        bytes = try StorageTable(database: database).bytes(createdIn: .min..<(.max))
    }

    private mutating func take(_ record: StoredBytes, isDecoy: Bool, _ keys: DeviceKeyRing) {
        if !isDecoy { accounts += 1 }
        guard (try? VaultRecord(record)) != nil else {
            damagedRecords += 1
            return
        }
        switch keys.position(ofRecord: record.bytes) {
        case nil: onMissingKeys += 1
        case let position?: if position > keys.current, !isDecoy { onEarlierKeys += 1 }
        }
    }

    /// The number of rows that are in memory at a time.
    private static let batch = 200

    private static func stored(_ version: Int64, _ bytes: Data) -> StoredBytes {
        StoredBytes(version: UInt64(bitPattern: version), bytes: [UInt8](bytes))
    }

    /// Returns a sentence about the damage, or `nil` if all is well.
    /// - Parameters:
    ///   - key: The path of the device keys.
    ///   - database: The name of the database.
    ///   - whole: The name of the folder or database that a backup restores.
    func fault(key: String, database: String, whole: String) -> String? {
        guard damagedRecords + foreignLedgers + onMissingKeys > 0 else { return nil }
        guard onMissingKeys == 0 else {
            return "\(database): \(onMissingKeys) accounts have a key that is not in \(key); put it back from a backup"
        }
        return "\(database): \(damagedRecords) of the accounts' records and \(foreignLedgers) of \(ledgers) counts of "
            + "attempts cannot be read; put back the whole \(whole) from a backup"
    }
}
