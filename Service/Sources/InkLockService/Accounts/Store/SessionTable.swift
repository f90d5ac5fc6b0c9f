// SPDX-License-Identifier: MIT
import Foundation
import GRDB

/// Who is signed in.
struct SessionTable {
    let database: Database
    let lifetimes: SessionLifetimes

    /// Ends the session that `old` stands for, and begins one with a new token.
    func begin(_ token: CookieToken, for account: AccountID, replacing old: CookieToken?, at now: Int64) throws {
        if let old { try end(old) }
        try database.execute(
            sql: "INSERT INTO session (token, account, began, seen) VALUES (?, ?, ?, ?)",
            arguments: [token.digest, account.bytes, now, now])
    }

    /// - Returns: the account and the milliseconds left, at most; `nil` if there is no such session or it has ended.
    func find(_ token: CookieToken, at now: Int64) throws -> LiveSession? {
        guard
            let row = try Row.fetchOne(
                database, sql: "SELECT account, began, seen FROM session WHERE token = ?", arguments: [token.digest])
        else { return nil }
        return LiveSession(
            account: AccountID(row["account"]), began: row["began"], seen: row["seen"], at: now, lifetimes)
    }

    func touch(_ token: CookieToken, at now: Int64) throws {
        try database.execute(sql: "UPDATE session SET seen = ? WHERE token = ?", arguments: [now, token.digest])
    }

    func end(_ token: CookieToken) throws {
        try database.execute(sql: "DELETE FROM session WHERE token = ?", arguments: [token.digest])
    }

    /// Ends all sessions of an account but one.
    func endAll(of account: AccountID, except token: CookieToken?) throws {
        try database.execute(
            sql: "DELETE FROM session WHERE account = ? AND token IS NOT ?",
            arguments: [account.bytes, token?.digest])
    }

    func removeEnded(at now: Int64) throws {
        try database.execute(
            sql: "DELETE FROM session WHERE began < ? OR seen < ? OR began > ?",
            arguments: [
                now - lifetimes.absoluteMilliseconds, now - lifetimes.idleMilliseconds,
                now + SessionLifetimes.toleranceMilliseconds,
            ])
    }
}

/// How long somebody stays signed in.
struct SessionLifetimes: Hashable, Sendable {
    /// Since signing in, whatever happens. Above 0; half a day by default.
    var absoluteMilliseconds: Int64 = 12 * 3_600_000
    /// Since the last request. Above 0; half an hour by default.
    var idleMilliseconds: Int64 = 30 * 60_000

    /// How long a session lasts from its beginning if nothing more is asked.
    var firstMilliseconds: Int64 { min(absoluteMilliseconds, idleMilliseconds) }

    /// How far the clock may seem to run backwards between two requests that are served at once. A clock set back further
    /// ends sessions: nobody knows how old they are.
    static let toleranceMilliseconds: Int64 = 60_000
    /// How often a session's last request is written down, at most.
    static let touchMilliseconds: Int64 = 60_000
}

/// A session that has not ended.
struct LiveSession: Hashable, Sendable {
    let account: AccountID
    /// Until it ends by itself, if nothing more is asked. Above 0.
    let remainingMilliseconds: Int64
    /// Whether the last request should be written down.
    let wantsTouch: Bool

    /// - Returns: `nil` if it has ended.
    init?(account: AccountID, began: Int64, seen: Int64, at now: Int64, _ lifetimes: SessionLifetimes) {
        let (age, idle) = (now - began, now - seen)
        let earliest = -SessionLifetimes.toleranceMilliseconds
        let left = min(lifetimes.absoluteMilliseconds - age, lifetimes.idleMilliseconds - idle)
        guard age >= earliest && idle >= earliest && left > 0 else { return nil }
        self.account = account
        // Asking for it counts as a request.
        remainingMilliseconds = min(lifetimes.absoluteMilliseconds - age, lifetimes.idleMilliseconds)
        wantsTouch = idle >= min(SessionLifetimes.touchMilliseconds, lifetimes.idleMilliseconds / 4)
    }
}
