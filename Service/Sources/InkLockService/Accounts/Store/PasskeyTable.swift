// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import Passkey

/// The mutable properties of an account's passkeys, which their slots in the vault do not contain.
struct PasskeyTable {
    let database: any StoreTransaction
    let account: AccountID

    func find(_ metadata: PasskeyMetadata) throws -> PasskeyRow? {
        try StoreRow.fetchOne(
            database,
            sql: "SELECT name, created, signCount, backedUp FROM passkey WHERE credential = ? AND account = ?",
            arguments: [Self.digest(metadata.credentialID), account.bytes]
        ).map { row in
            PasskeyRow(
                id: metadata.credentialID, name: row["name"], created: row["created"],
                signCount: UInt32(truncatingIfNeeded: row["signCount"] as Int64), isBackedUp: row["backedUp"])
        }
    }

    /// Returns whether any account has the credential.
    static func isTaken(_ id: [UInt8], in database: any StoreTransaction) throws -> Bool {
        try Int64.fetchOne(
            database, sql: "SELECT created FROM passkey WHERE credential = ?", arguments: [digest(id)]) != nil
    }

    /// Inserts a passkey.
    /// - Throws: ``StoreError/exists`` if an account already has the credential.
    func insert(_ row: PasskeyRow) throws {
        try database.run(
            sql: """
                INSERT INTO passkey (credential, account, name, created, signCount, backedUp)
                VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
            arguments: [
                Self.digest(row.id), account.bytes, row.name, row.created, Int64(row.signCount), row.isBackedUp,
            ])
        guard database.changesCount == 1 else { throw StoreError.exists }
    }

    func remove(_ id: [UInt8]) throws {
        try database.run(
            sql: "DELETE FROM passkey WHERE credential = ? AND account = ?",
            arguments: [Self.digest(id), account.bytes])
    }

    /// Renames a passkey.
    /// - Returns: `false` if there is no such passkey.
    func rename(_ id: [UInt8], to name: String) throws -> Bool {
        try database.run(
            sql: "UPDATE passkey SET name = ? WHERE credential = ? AND account = ?",
            arguments: [name, Self.digest(id), account.bytes])
        return database.changesCount == 1
    }

    /// Stores the signature counter and the backup state after a successful assertion.
    /// - Returns: `false` if another request has stored the same or a higher counter.
    func keep(_ credential: PasskeyCredential) throws -> Bool {
        let count = Int64(credential.signCount)
        try database.run(
            sql: """
                UPDATE passkey SET signCount = ?, backedUp = ?
                WHERE credential = ? AND account = ? AND (signCount < ? OR signCount = 0 AND ? = 0)
                """,
            arguments: [
                count, credential.isBackedUp, Self.digest(credential.id), account.bytes, count, count,
            ])
        return database.changesCount == 1
    }

    /// Returns the SHA-256 digest of a credential ID, whose length varies.
    private static func digest(_ id: [UInt8]) -> Data { Data(SHA256.hash(data: id)) }
}

/// The mutable properties of a passkey.
struct PasskeyRow: Hashable, Sendable {
    let id: [UInt8]
    let name: String
    /// The creation time in milliseconds since 1970.
    let created: Int64
    let signCount: UInt32
    let isBackedUp: Bool

    init(id: [UInt8], name: String, created: Int64, signCount: UInt32, isBackedUp: Bool) {
        self.id = id
        self.name = name
        self.created = created
        self.signCount = signCount
        self.isBackedUp = isBackedUp
    }

    init(name: String, created: Int64, _ credential: PasskeyCredential) {
        self.init(
            id: credential.id, name: name, created: created, signCount: credential.signCount,
            isBackedUp: credential.isBackedUp)
    }

    /// Returns the credential, with the immutable properties from the vault.
    func credential(_ metadata: PasskeyMetadata) -> PasskeyCredential {
        PasskeyCredential(
            id: metadata.credentialID, publicKey: metadata.publicKey, signCount: signCount,
            isBackupEligible: metadata.isBackupEligible, isBackedUp: isBackedUp)
    }
}
