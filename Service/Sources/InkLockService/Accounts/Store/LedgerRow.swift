// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// The attempt ledger of a known device.
struct LedgerRow: AttemptLedger {
    let database: any AccountStore
    let device: DeviceID
    /// The record that a vault reads after the ledger: one query fetches both, or the request has read them already.
    var record: PinnedRecord?

    /// The identity binds entries to this device. Entries copied from another device or from the account's own ledger
    /// are rejected.
    var identity: [UInt8] { [UInt8](device.bytes) }

    func load() async throws(VaultError) -> StoredBytes {
        guard let record else {
            return try await database.readForVault { [device] in try Self.find(device, in: $0) }
        }
        if let ledger = record.takeLedger() { return ledger }
        let found = try await database.readForVault { [device, account = record.account] in
            try Self.find(device, of: account, in: $0)
        }
        record.expect(found.record)
        return found.ledger
    }

    private static func find(_ device: DeviceID, in database: any StoreTransaction) throws -> StoredBytes {
        let row = try StoreRow.fetchOne(
            database, sql: "SELECT ledgerVersion, ledger FROM device WHERE id = ? AND ledgerVersion <> 0",
            arguments: [device.bytes])
        guard let row else { throw StoreError.missing }
        return StoredBytes(row, version: "ledgerVersion", bytes: "ledger")
    }

    private static func find(
        _ device: DeviceID, of account: AccountID, in database: any StoreTransaction
    ) throws -> StoredVault {
        let row = try StoreRow.fetchOne(
            database,
            sql: """
                SELECT account.vault AS vault, account.vaultVersion AS vaultVersion, device.ledger AS ledger,
                    device.ledgerVersion AS ledgerVersion
                FROM device JOIN account ON account.id = device.account
                WHERE device.id = ? AND account.id = ? AND device.ledgerVersion <> 0
                """,
            arguments: [device.bytes, account.bytes])
        guard let row else { throw StoreError.missing }
        return StoredVault(row)
    }

    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        try await database.writeForVault(.statement) { try Self.save(new, replacing: old, of: device, in: $0) }
    }

    /// Replaces the ledger that has the version `old`, or stores the first ledger if `old` is `nil`.
    /// - Throws: ``StoreError/conflict``, ``StoreError/exists`` or ``StoreError/missing``.
    static func save(
        _ new: StoredBytes, replacing old: UInt64?, of device: DeviceID, in database: any StoreTransaction
    ) throws {
        try database.run(
            sql: "UPDATE device SET ledgerVersion = ?, ledger = ? WHERE id = ? AND ledgerVersion = ?",
            arguments: [
                Int64(bitPattern: new.version), Data(new.bytes), device.bytes, Int64(bitPattern: old ?? 0),
            ])
        guard database.changesCount == 0 else { return }
        let version = try Int64.fetchOne(
            database, sql: "SELECT ledgerVersion FROM device WHERE id = ?", arguments: [device.bytes])
        switch version {
        case nil, 0: throw StoreError.missing
        default: throw old == nil ? StoreError.exists : StoreError.conflict
        }
    }

    func remove() async throws(VaultError) {
        try await database.writeForVault { [device] database in
            try database.run(
                sql: "UPDATE device SET ledgerVersion = 0, ledger = ? WHERE id = ?", arguments: [Data(), device.bytes])
        }
    }
}
