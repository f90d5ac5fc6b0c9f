// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// The wrong attempts since the owner last signed in, to show to the owner.
struct Failures: Hashable, Codable, Sendable {
    /// The number of wrong attempts on all devices, known or not.
    var count = 0
    /// The time of the last wrong attempt, in milliseconds since 1970.
    var lastAt: Int64?
    /// The number of wrong attempts on the device that the owner signed in with.
    var onThisDevice = 0
}

/// The counts of wrong attempts by account name. They are shown to the owner and never cause a lockout.
struct FailureTable {
    let database: any StoreTransaction

    /// The counts that ``take(_:_:ownAttempt:on:with:)`` read before it reset them, with the account.
    struct Taken: Sendable {
        let account: AccountRow
        let failures: Failures
        /// A Boolean value that indicates whether the device exists.
        let hasDevice: Bool
        /// A Boolean value that indicates whether other accounts know the browser by the token that it has sent.
        let sharesToken: Bool
        /// The device's ledger; `nil` without one.
        let ledger: StoredBytes?
        /// The version of the account's record.
        let recordVersion: UInt64
    }

    /// Counts an attempt of a stranger before it is made. The statement is the same for every name.
    /// - Parameter grows: A Boolean value that indicates whether a new name gets a row.
    /// - Returns: A Boolean value that indicates whether the attempt was counted.
    func count(_ name: Data, at now: Int64, grows: Bool = true) throws -> Bool {
        let insertion = """
            INSERT INTO stranger (failedAt, key, failures) VALUES (?, ?, 1)
            ON CONFLICT (key) DO UPDATE SET failures = stranger.failures + 1, previousAt = stranger.failedAt,
                failedAt = excluded.failedAt
            """
        let update = """
            UPDATE stranger SET failures = failures + 1, previousAt = failedAt, failedAt = ? WHERE key = ?
            """
        try database.run(sql: grows ? insertion : update, arguments: [now, name])
        return database.changesCount == 1
    }

    /// Moves the count of an account's name to its new name. An earlier count of the new name is discarded.
    func move(_ name: Data, to new: Data) throws {
        try forget(new)
        // An attempt at the new name that is counted meanwhile is a conflict, and not the error of a taken name.
        try database.run(
            sql: """
                INSERT INTO stranger (key, failures, failedAt, previousAt)
                SELECT ?, failures, failedAt, previousAt FROM stranger WHERE key = ?
                ON CONFLICT (key) DO UPDATE SET failures = excluded.failures, failedAt = excluded.failedAt,
                    previousAt = excluded.previousAt
                """,
            arguments: [new, name])
        try forget(name)
    }

    /// Undoes the last ``count(_:at:grows:)``.
    func uncount(_ name: Data) throws {
        try database.run(
            sql: "UPDATE stranger SET failures = failures - 1, failedAt = COALESCE(previousAt, failedAt) WHERE key = ?",
            arguments: [name])
        try database.run(sql: "DELETE FROM stranger WHERE key = ? AND failures < 1", arguments: [name])
    }

    /// Returns the failures on all devices since the owner last signed in, and resets the counts to 0. If the
    /// transaction does not see a count, no statement resets it, because none would change it.
    /// - Parameters:
    ///   - ownAttempt: A Boolean value that indicates whether ``count(_:at:grows:)`` counted the attempt that opened
    ///     the account.
    ///   - device: The device of the sign-in; `nil` if it was unknown.
    ///   - brought: The token that the browser has sent; `nil` without one.
    /// - Returns: `nil` if the account is gone.
    func take(
        _ name: Data, _ account: AccountID, ownAttempt: Bool, on device: DeviceID?, with brought: CookieToken?
    ) throws -> Taken? {
        let row = try StoreRow.fetchOne(
            database,
            sql: """
                SELECT \(AccountRow.columns), account.vaultVersion AS recordVersion, account.failures AS known,
                    account.failedAt AS knownAt, stranger.failures AS others, stranger.failedAt AS othersAt,
                    stranger.previousAt AS previousAt, device.failures AS own, device.ledger AS ledger,
                    device.ledgerVersion AS ledgerVersion,
                    EXISTS (SELECT 1 FROM deviceToken JOIN device AS other ON other.id = deviceToken.device
                        WHERE deviceToken.token = ? AND other.account <> account.id) AS sharesToken
                FROM account LEFT JOIN stranger ON stranger.key = ? LEFT JOIN device ON device.id = ?
                WHERE account.id = ?
                """,
            arguments: [brought?.digest, name, device?.bytes, account.bytes])
        guard let row else { return nil }
        let (others, known) = (row["others"] as Int?, row["known"] as Int)
        var failures = Failures()
        failures.count = max(0, (others ?? 0) - (ownAttempt ? 1 : 0))
        if failures.count > 0 { failures.lastAt = ownAttempt ? row["previousAt"] : row["othersAt"] }
        failures.count += known
        let knownAt: Int64? = row["knownAt"]
        failures.lastAt = [failures.lastAt, knownAt].compactMap { $0 }.max()
        failures.onThisDevice = row["own"] ?? 0
        if others != nil { try forget(name) }
        if known != 0 || knownAt != nil {
            try database.enqueue(
                sql: "UPDATE account SET failures = 0, failedAt = NULL WHERE id = ?", arguments: [account.bytes])
        }
        let hasLedger = (row["ledgerVersion"] as Int64? ?? 0) != 0
        return Taken(
            account: AccountRow(row), failures: failures, hasDevice: row["own"] as Int? != nil,
            sharesToken: row["sharesToken"],
            ledger: hasLedger ? StoredBytes(row, version: "ledgerVersion", bytes: "ledger") : nil,
            recordVersion: UInt64(bitPattern: row["recordVersion"] as Int64))
    }

    func forget(_ name: Data) throws {
        try database.enqueue(sql: "DELETE FROM stranger WHERE key = ?", arguments: [name])
    }

    /// Removes the names that were tried least recently, until at most `limit` names are left.
    /// - Parameter batch: The maximum number of names to remove.
    /// - Returns: `false` if names were removed, so that more may be above the limit.
    func keep(_ limit: Int, removing batch: Int) throws -> Bool {
        // The outer condition is for a name that is tried while this statement waits for its row. It then keeps that
        // name, and removes fewer than a batch.
        try database.run(
            sql: """
                DELETE FROM stranger WHERE key IN (SELECT key FROM stranger ORDER BY failedAt LIMIT ?)
                    AND failedAt <= (SELECT failedAt FROM stranger ORDER BY failedAt DESC LIMIT 1 OFFSET ?)
                """,
            arguments: [batch, limit])
        return database.changesCount == 0
    }
}

extension FailureTable {
    /// Returns the number of counted attempts of unknown devices at a name since the owner last signed in.
    func counted(_ name: Data) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT failures FROM stranger WHERE key = ?", arguments: [name]) ?? 0
    }
}
