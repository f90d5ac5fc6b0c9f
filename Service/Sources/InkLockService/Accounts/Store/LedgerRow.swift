// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// The attempt ledger of a known device.
struct LedgerRow: AttemptLedger {
    let database: any AccountStore
    let device: DeviceID

    /// The identity binds entries to this device. Entries copied from another device or from the account's own ledger
    /// are rejected.
    var identity: [UInt8] { [UInt8](device.bytes) }

    func load() async throws(VaultError) -> StoredBytes {
        try await database.readForVault { [device] database in
            guard
                let row = try StoreRow.fetchOne(
                    database, sql: "SELECT ledgerVersion, ledger FROM device WHERE id = ? AND ledgerVersion <> 0",
                    arguments: [device.bytes])
            else { throw StoreError.missing }
            return StoredBytes(
                version: UInt64(bitPattern: row["ledgerVersion"]), bytes: [UInt8](row["ledger"] as Data))
        }
    }

    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        try await database.writeForVault { try Self.save(new, replacing: old, of: device, in: $0) }
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
