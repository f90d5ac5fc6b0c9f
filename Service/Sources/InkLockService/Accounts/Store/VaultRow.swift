// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault

/// An account's vault in the table of accounts.
struct VaultRow: VaultStore {
    let database: AccountDatabase
    let account: AccountID
    /// What the picture's name becomes with the next change of the record, in the same transaction.
    var pictureChange: PictureChange = .unchanged

    /// What happens to the table of passkeys with the next change of the record, in the same transaction.
    var passkeyChange: PasskeyChange = .unchanged

    enum PasskeyChange: Hashable, Sendable {
        case unchanged
        case add(PasskeyRow)
        case remove(id: [UInt8])
    }

    enum PictureChange: Hashable, Sendable {
        case unchanged
        case set(String?)
    }

    func load() async throws(VaultError) -> StoredBytes {
        try await database.read { [id = account.bytes] database in
            guard
                let row = try Row.fetchOne(
                    database, sql: "SELECT vaultVersion, vault FROM account WHERE id = ?", arguments: [id])
            else { throw VaultError.missing }
            return StoredBytes(version: UInt64(bitPattern: row["vaultVersion"]), bytes: [UInt8](row["vault"] as Data))
        }
    }

    /// Accounts are made with their vaults, so there is always one to replace.
    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        try await database.write { [account, pictureChange, passkeyChange, id = account.bytes] database in
            guard let old else { throw VaultError.exists }
            try database.execute(
                sql: "UPDATE account SET vault = ?, vaultVersion = ? WHERE id = ? AND vaultVersion = ?",
                arguments: [Data(new.bytes), Int64(bitPattern: new.version), id, Int64(bitPattern: old)])
            if database.changesCount == 1 {
                if case .set(let name) = pictureChange {
                    try AccountRow.setPicture(name, of: account, in: database)
                }
                let passkeys = PasskeyTable(database: database, account: account)
                switch passkeyChange {
                case .unchanged: break
                case .add(let row): try passkeys.insert(row)
                case .remove(let id): try passkeys.remove(id)
                }
                return
            }
            let isThere = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM account WHERE id = ?)", arguments: [id])
            throw isThere == true ? VaultError.conflict : VaultError.missing
        }
    }

    /// The account goes with its vault.
    func remove() async throws(VaultError) {
        try await database.write { [id = account.bytes] database in
            try database.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [id])
        }
    }
}
