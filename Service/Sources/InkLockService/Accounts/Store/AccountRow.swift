// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// The ID of an account: 16 random bytes. It is not secret.
struct AccountID: Hashable, Sendable {
    let bytes: Data

    static let byteCount = 16

    init(_ bytes: Data) { self.bytes = bytes }

    static func random() -> AccountID {
        AccountID(Data.random(count: byteCount))
    }

    /// The ID as 32 hexadecimal digits, for logs and responses.
    var text: String { Hexadecimal.text(bytes) }
}

/// A row of the account table, without its vault.
struct AccountRow: Hashable, Sendable {
    let id: AccountID
    /// The account name as its owner entered it.
    let name: String
    let canonicalName: String
    /// The name of the picture, or `nil` without a picture password.
    var picture: String?
    /// The derivation cost of the passphrase, or `nil` if the account has none.
    var passphraseCost: ScryptCost?
    /// A Boolean value that indicates whether the operator has disabled the account.
    let isDisabled: Bool

    static let columns = ["id", "name", "canonicalName", "picture", "passphraseCost", "disabledAt"]
        .map { "account.\($0)" }.joined(separator: ", ")

    /// - Parameter row: A row with ``columns``.
    init(_ row: StoreRow) {
        id = AccountID(row["id"])
        name = row["name"]
        canonicalName = row["canonicalName"]
        picture = row["picture"]
        passphraseCost = (row["passphraseCost"] as Int64?).flatMap { ScryptCost(stored: $0) }
        isDisabled = row["disabledAt"] as Int64? != nil
    }

    static func find(_ name: AccountName, in database: any StoreTransaction) throws -> AccountRow? {
        try find(canonicalName: name.canonical, in: database)
    }

    static func find(_ id: AccountID, in database: any StoreTransaction) throws -> AccountRow? {
        try StoreRow.fetchOne(database, sql: "SELECT \(columns) FROM account WHERE id = ?", arguments: [id.bytes])
            .map(AccountRow.init)
    }

    static func find(canonicalName: String, in database: any StoreTransaction) throws -> AccountRow? {
        try StoreRow.fetchOne(
            database, sql: "SELECT \(columns) FROM account WHERE canonicalName = ?", arguments: [canonicalName]
        ).map(AccountRow.init)
    }

    /// Returns the distinct derivation costs of all passphrases.
    static func passphraseCosts(in database: any StoreTransaction) throws -> [ScryptCost] {
        try Int64.fetchAll(
            database,
            sql: "SELECT DISTINCT passphraseCost FROM account WHERE passphraseCost IS NOT NULL AND isDecoy = 0"
        ).compactMap { ScryptCost(stored: $0) }
    }

    /// Inserts an account.
    /// - Throws: ``StoreError/exists`` if the name is taken, ``StoreError/conflict`` if the servers use another key.
    static func insert(
        _ id: AccountID, name: String, canonicalName: String, _ vault: StoredVault, _ methods: Methods, at now: Int64,
        isDecoy: Bool = false, in database: any StoreTransaction
    ) throws {
        // Sealed before the servers began to use another key.
        guard try database.hasCurrentKey(vault.record) else { throw StoreError.conflict }
        try database.run(
            sql: """
                INSERT INTO account (id, name, canonicalName, vault, vaultVersion, ledger, ledgerVersion, picture,
                    passphraseCost, created, isDecoy)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
            arguments: [
                id.bytes, name, canonicalName, Data(vault.record.bytes), Int64(bitPattern: vault.record.version),
                Data(vault.ledger.bytes), Int64(bitPattern: vault.ledger.version), methods.picture,
                methods.passphraseCost?.stored, now, isDecoy,
            ])
        guard database.changesCount == 1 else { throw StoreError.exists }
    }

    /// Changes an account's name.
    /// - Throws: ``StoreError/exists`` if another account has the name.
    static func rename(_ id: AccountID, to name: AccountName, in database: any StoreTransaction) throws {
        try database.run(
            sql: """
                UPDATE account SET name = ?, canonicalName = ? WHERE id = ?
                AND NOT EXISTS (SELECT 1 FROM account AS other WHERE other.canonicalName = ? AND other.id <> ?)
                """,
            arguments: [name.text, name.canonical, id.bytes, name.canonical, id.bytes])
        guard database.changesCount == 1 else { throw StoreError.exists }
    }

    /// Properties of the unlock methods that the vault's record does not contain.
    struct Methods: Hashable, Sendable {
        var picture: String?
        var passphraseCost: ScryptCost?
    }
}

extension ScryptCost {
    /// The three parameters packed in one number.
    var stored: Int64 { Int64(logN) << 16 | Int64(blockSize) << 8 | Int64(parallelism) }

    init?(stored: Int64) {
        guard let logN = UInt8(exactly: stored >> 16) else { return nil }
        self.init(
            logN: logN, blockSize: UInt8(truncatingIfNeeded: stored >> 8),
            parallelism: UInt8(truncatingIfNeeded: stored))
    }
}
