// SPDX-License-Identifier: MIT
import Foundation
import GRDB

/// From which devices somebody signed in before: each keeps its own count of wrong attempts, so that strangers, who share
/// one, cannot lock an owner out.
struct DeviceTable {
    let database: Database

    /// The most devices of an account. With ten wrong attempts each, they bound what thieves of all of them may guess.
    static let limit = 16

    /// - Returns: the key of the device's ledger; `nil` for a device that nobody signed in to this account from.
    func ledger(of token: CookieToken, for account: AccountID) throws -> Data? {
        try Data.fetchOne(
            database, sql: "SELECT ledger FROM device WHERE account = ? AND token = ?",
            arguments: [account.bytes, token.digest])
    }

    /// Remembers a device, and forgets the one longest unused if there are too many.
    func remember(_ token: CookieToken, for account: AccountID, ledger: Data, at now: Int64) throws {
        try database.execute(
            sql: """
                INSERT INTO device (token, account, ledger, seen) VALUES (?, ?, ?, ?)
                ON CONFLICT (account, token) DO UPDATE SET seen = excluded.seen
                """,
            arguments: [token.digest, account.bytes, ledger, now])
        try forget(
            "SELECT token FROM device WHERE account = ? ORDER BY seen DESC, token LIMIT -1 OFFSET \(Self.limit)",
            of: account)
    }

    func forgetAll(of account: AccountID) throws {
        try forget("SELECT token FROM device WHERE account = ?", of: account)
    }

    private func forget(_ query: String, of account: AccountID) throws {
        for token in try Data.fetchAll(database, sql: query, arguments: [account.bytes]) {
            try database.execute(
                sql: "DELETE FROM ledger WHERE key = (SELECT ledger FROM device WHERE account = ? AND token = ?)",
                arguments: [account.bytes, token])
            try database.execute(
                sql: "DELETE FROM device WHERE account = ? AND token = ?", arguments: [account.bytes, token])
        }
    }
}
