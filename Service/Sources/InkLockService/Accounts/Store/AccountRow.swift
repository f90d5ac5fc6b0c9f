// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault

/// Which account: 16 random bytes, no secret.
struct AccountID: Hashable, Sendable {
    let bytes: Data

    static let byteCount = 16

    init(_ bytes: Data) { self.bytes = bytes }

    static func random() -> AccountID {
        AccountID(Data((0..<byteCount).map { _ in UInt8.random(in: .min ... .max) }))
    }

    /// 32 hexadecimal digits, for logs and answers.
    var text: String { Hexadecimal.text(bytes) }
}

/// What the table of accounts says of one, without its vault.
struct AccountRow: Hashable, Sendable {
    let id: AccountID
    /// As its owner wrote it.
    let name: String
    let canonicalName: String
    /// The picture that is drawn on; `nil` without a picture password.
    var picture: String?
    /// The cost of deriving a key from the passphrase; `nil` where no passphrase opens the account.
    var passphraseCost: ScryptCost?

    private static let columns = "id, name, canonicalName, picture, passphraseCost"

    private init(_ row: Row) {
        id = AccountID(row["id"])
        name = row["name"]
        canonicalName = row["canonicalName"]
        picture = row["picture"]
        passphraseCost = (row["passphraseCost"] as Int64?).flatMap { ScryptCost(stored: $0) }
    }

    static func find(_ name: AccountName, in database: Database) throws -> AccountRow? {
        try find(canonicalName: name.canonical, in: database)
    }

    static func find(_ id: AccountID, in database: Database) throws -> AccountRow? {
        try Row.fetchOne(database, sql: "SELECT \(columns) FROM account WHERE id = ?", arguments: [id.bytes])
            .map(AccountRow.init)
    }

    static func find(canonicalName: String, in database: Database) throws -> AccountRow? {
        try Row.fetchOne(
            database, sql: "SELECT \(columns) FROM account WHERE canonicalName = ?", arguments: [canonicalName]
        ).map(AccountRow.init)
    }

    /// The costs of all accounts' passphrases, each once.
    static func passphraseCosts(in database: Database) throws -> [ScryptCost] {
        try Int64.fetchAll(
            database,
            sql: "SELECT DISTINCT passphraseCost FROM account WHERE passphraseCost IS NOT NULL AND isDecoy = 0"
        ).compactMap { ScryptCost(stored: $0) }
    }

    /// - Throws: ``VaultError/exists`` if the name is taken.
    static func insert(
        _ id: AccountID, name: String, canonicalName: String, _ vault: StoredVault, _ methods: Methods, at now: Int64,
        isDecoy: Bool = false, in database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO account (id, name, canonicalName, vault, vaultVersion, ledger, ledgerVersion, picture,
                    passphraseCost, created, isDecoy)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id.bytes, name, canonicalName, Data(vault.record.bytes), Int64(bitPattern: vault.record.version),
                Data(vault.ledger.bytes), Int64(bitPattern: vault.ledger.version), methods.picture,
                methods.passphraseCost?.stored, now, isDecoy,
            ])
        guard database.changesCount == 1 else { throw VaultError.exists }
    }

    /// What the vault's record does not say of the unlock methods.
    struct Methods: Hashable, Sendable {
        var picture: String?
        var passphraseCost: ScryptCost?
    }
}

extension ScryptCost {
    /// One number for all three.
    var stored: Int64 { Int64(logN) << 16 | Int64(blockSize) << 8 | Int64(parallelism) }

    init?(stored: Int64) {
        guard let logN = UInt8(exactly: stored >> 16) else { return nil }
        self.init(
            logN: logN, blockSize: UInt8(truncatingIfNeeded: stored >> 8),
            parallelism: UInt8(truncatingIfNeeded: stored))
    }
}
