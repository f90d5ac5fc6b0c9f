// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// An account's record, and the ledger without failures with which attempts of unknown devices begin.
struct StoredVault: Hashable, Sendable {
    var record: StoredBytes
    var ledger: StoredBytes

    init(record: StoredBytes, ledger: StoredBytes) {
        self.record = record
        self.ledger = ledger
    }

    static func find(_ id: AccountID, in database: any StoreTransaction) throws -> StoredVault? {
        try StoreRow.fetchOne(
            database, sql: "SELECT vault, vaultVersion, ledger, ledgerVersion FROM account WHERE id = ?",
            arguments: [id.bytes]
        ).map { StoredVault($0) }
    }

    /// - Parameter row: A row with the columns `vault`, `vaultVersion`, `ledger` and `ledgerVersion`.
    init(_ row: StoreRow) {
        record = StoredBytes(row, version: "vaultVersion", bytes: "vault")
        ledger = StoredBytes(row, version: "ledgerVersion", bytes: "ledger")
    }

    /// Replaces the record that has the version `old`. If the new record has another device key, its ledgers are sealed
    /// under that key in the same transaction.
    /// - Throws: ``StoreError/conflict`` if there is another version, ``StoreError/missing`` if the account is gone.
    static func replaceRecord(
        _ new: StoredBytes, replacing old: UInt64, of id: AccountID, _ ledgers: LedgerTransfer,
        in database: any StoreTransaction
    ) throws {
        if try !database.hasCurrentKey(new) {
            // The record may keep its key or get a newer one, but never an earlier one.
            let stored = try find(id, in: database)?.record
            guard let stored, VaultRecord.haveSameKey(stored.bytes, new.bytes) else { throw StoreError.conflict }
        }
        // The account's cost column follows the record wherever a passphrase opens the account.
        let cost = try VaultRecord(new).passcodeCost
        try database.run(
            sql: """
                UPDATE account SET vault = ?, vaultVersion = ?,
                    passphraseCost = CASE WHEN passphraseCost IS NULL THEN NULL ELSE CAST(? AS BIGINT) END
                WHERE id = ? AND vaultVersion = ?
                """,
            arguments: [
                Data(new.bytes), Int64(bitPattern: new.version), cost?.stored, id.bytes, Int64(bitPattern: old),
            ])
        guard database.changesCount > 0 else {
            throw try AccountRow.find(id, in: database) == nil ? StoreError.missing : StoreError.conflict
        }
        if ledgers.hasSeveralKeys { try moveLedgers(of: id, to: new, ledgers, in: database) }
    }

    /// Seals the ledgers of an account under the device key of its record. A ledger that does not open stays as it is.
    private static func moveLedgers(
        of id: AccountID, to record: StoredBytes, _ ledgers: LedgerTransfer, in database: any StoreTransaction
    ) throws {
        let own = try find(id, in: database)?.ledger
        if let own, let moved = try? ledgers.moved(own, of: [], to: record.bytes) {
            try database.run(
                sql: "UPDATE account SET ledger = ?, ledgerVersion = ? WHERE id = ?",
                arguments: [Data(moved.bytes), Int64(bitPattern: moved.version), id.bytes])
        }
        let rows = try StoreRow.fetchAll(
            database, sql: "SELECT id, ledger, ledgerVersion FROM device WHERE account = ? AND ledgerVersion <> 0",
            arguments: [id.bytes])
        for row in rows {
            let device = DeviceID(row["id"] as Data)
            let stored = StoredBytes(row, version: "ledgerVersion", bytes: "ledger")
            guard let moved = try? ledgers.moved(stored, of: [UInt8](device.bytes), to: record.bytes) else { continue }
            try LedgerRow.save(moved, replacing: stored.version, of: device, in: database)
        }
    }
}

/// The record of one account as one request sees it.
///
/// A request that changes the account pins the record: once it is read, another version is a conflict. The change is
/// then made to the record that the proof opened.
final class PinnedRecord: VaultStore, @unchecked Sendable {
    private let database: any AccountStore
    let account: AccountID
    private let pins: Bool
    private let ledgers: LedgerTransfer
    private let lock = NSLock()
    private var seen: StoredBytes?
    /// The record that was read together with a ledger, until ``load()`` returns it.
    private var expected: StoredBytes?
    /// The ledger that the request has read with the record, until a vault takes it.
    private var readLedger: StoredBytes?

    /// - Parameters:
    ///   - pins: A Boolean value that indicates whether a version other than the first one read is a conflict.
    ///   - read: The record and a device's ledger, if the request has read them already.
    init(
        _ database: any AccountStore, _ account: AccountID, pins: Bool, read: StoredVault? = nil,
        _ ledgers: LedgerTransfer
    ) {
        self.database = database
        self.account = account
        self.pins = pins
        self.ledgers = ledgers
        expected = read?.record
        readLedger = read?.ledger
    }

    /// The record that was read or written last; `nil` if there is none yet.
    var last: StoredBytes? { lock.withLock { seen } }

    /// Takes the record that was read just now, for the next ``load()``.
    func expect(_ record: StoredBytes) { lock.withLock { expected = record } }

    /// Returns the ledger that the request has read, the first time.
    func takeLedger() -> StoredBytes? { lock.withLock { readLedger.take() } }

    func load() async throws(VaultError) -> StoredBytes {
        let found =
            if let expected = lock.withLock({ expected.take() }) {
                expected
            } else {
                try await database.readForVault { [account] in try StoredVault.find(account, in: $0)?.record }
            }
        guard let found else { throw .missing }
        let isSame = lock.withLock { () -> Bool in
            defer { if seen == nil || !pins { seen = found } }
            return seen == nil || seen?.version == found.version
        }
        guard isSame || !pins else { throw .conflict }
        return found
    }

    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        guard let old else { throw .exists }
        try await database.writeForVault { [account, ledgers] database in
            try StoredVault.replaceRecord(new, replacing: old, of: account, ledgers, in: database)
        }
        lock.withLock {
            seen = new
            expected = nil
        }
    }

    /// Always throws: a vault is removed only together with its account.
    func remove() async throws(VaultError) { throw .conflict }
}

/// The record of an account or a decoy that an attempt from an unknown device has read. Loading it does not query the
/// database again.
///
/// Like ``PinnedRecord``, it writes to the database.
final class ReadRecord: VaultStore, @unchecked Sendable {
    private let database: any AccountStore
    let account: AccountID
    private let ledgers: LedgerTransfer
    private let lock = NSLock()
    private var current: StoredBytes

    init(_ database: any AccountStore, _ account: AccountID, _ record: StoredBytes, _ ledgers: LedgerTransfer) {
        self.database = database
        self.account = account
        self.ledgers = ledgers
        current = record
    }

    var last: StoredBytes { lock.withLock { current } }

    func load() async throws(VaultError) -> StoredBytes { last }

    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        guard let old else { throw .exists }
        try await database.writeForVault { [account, ledgers] database in
            try StoredVault.replaceRecord(new, replacing: old, of: account, ledgers, in: database)
        }
        lock.withLock { current = new }
    }

    func remove() async throws(VaultError) { throw .conflict }
}

extension StoredBytes {
    /// - Parameters:
    ///   - version: The name of the column with the version.
    ///   - bytes: The name of the column with the bytes.
    init(_ row: StoreRow, version: String, bytes: String) {
        self.init(version: UInt64(bitPattern: row[version]), bytes: [UInt8](row[bytes] as Data))
    }
}
