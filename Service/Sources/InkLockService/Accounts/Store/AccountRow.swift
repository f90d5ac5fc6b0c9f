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

    /// For logs.
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

    private init(_ row: Row) {
        id = AccountID(row["id"])
        name = row["name"]
        canonicalName = row["canonicalName"]
        picture = row["picture"]
    }

    static func find(_ name: AccountName, in database: Database) throws -> AccountRow? {
        try Row.fetchOne(
            database, sql: "SELECT id, name, canonicalName, picture FROM account WHERE canonicalName = ?",
            arguments: [name.canonical]
        ).map(AccountRow.init)
    }

    static func find(_ id: AccountID, in database: Database) throws -> AccountRow? {
        try Row.fetchOne(
            database, sql: "SELECT id, name, canonicalName, picture FROM account WHERE id = ?", arguments: [id.bytes]
        ).map(AccountRow.init)
    }

    /// - Throws: ``VaultError/exists`` if somebody has the name.
    static func insert(
        _ id: AccountID, _ name: AccountName, vault: StoredBytes, picture: String?, at now: Int64,
        in database: Database
    ) throws {
        guard try find(name, in: database) == nil else { throw VaultError.exists }
        try database.execute(
            sql: """
                INSERT INTO account (id, name, canonicalName, vault, vaultVersion, picture, created)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id.bytes, name.text, name.canonical, Data(vault.bytes), Int64(bitPattern: vault.version), picture, now,
            ])
    }

    static func setPicture(_ picture: String?, of id: AccountID, in database: Database) throws {
        try database.execute(sql: "UPDATE account SET picture = ? WHERE id = ?", arguments: [picture, id.bytes])
    }
}
