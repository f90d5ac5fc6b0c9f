// SPDX-License-Identifier: MIT
import Foundation
import GRDB

/// The sessions of users who are signed in.
struct SessionTable {
    let database: Database
    let lifetimes: SessionLifetimes

    /// The most sessions of a device at a time: tabs share one, and answers that were lost left theirs.
    static let deviceLimit = 8

    /// Ends the session that `old` stands for, and begins one with a new token. Of too many on the device, those longest
    /// unused end.
    /// - Parameter superseded: the device token that ends with this session's first request.
    func begin(
        _ token: CookieToken, of account: AccountID, on device: DeviceID, replacing old: CookieToken?,
        superseding superseded: CookieToken?, at now: Int64
    ) throws {
        if let old { try end(old) }
        try database.execute(
            sql: """
                INSERT INTO session (token, id, account, device, began, seen, supersedes) VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                token.digest, DeviceID.random().bytes, account.bytes, device.bytes, now, now, superseded?.digest,
            ])
        try database.execute(
            sql: """
                DELETE FROM session WHERE token IN (
                    SELECT token FROM session WHERE device = ? AND token <> ?
                    ORDER BY seen DESC, began DESC, id LIMIT -1 OFFSET ?)
                """,
            arguments: [device.bytes, token.digest, Self.deviceLimit - 1])
    }

    /// - Returns: `nil` if there is no such session or it has ended.
    func find(_ token: CookieToken, at now: Int64) throws -> LiveSession? {
        try Row.fetchOne(database, sql: "SELECT * FROM session WHERE token = ?", arguments: [token.digest])
            .flatMap { LiveSession($0, at: now, lifetimes) }
    }

    /// Those that have not ended, the one used last first.
    func all(of account: AccountID, at now: Int64) throws -> [LiveSession] {
        try Row.fetchAll(
            database, sql: "SELECT * FROM session WHERE account = ? ORDER BY seen DESC, id", arguments: [account.bytes]
        ).compactMap { LiveSession($0, at: now, lifetimes) }
    }

    func touch(_ token: CookieToken, at now: Int64) throws {
        try database.execute(
            sql: "UPDATE session SET seen = ?, supersedes = NULL WHERE token = ?", arguments: [now, token.digest])
    }

    func end(_ token: CookieToken) throws {
        try database.execute(sql: "DELETE FROM session WHERE token = ?", arguments: [token.digest])
    }

    /// - Returns: whether there was such a session.
    func end(_ id: DeviceID, of account: AccountID) throws -> Bool {
        try database.execute(
            sql: "DELETE FROM session WHERE id = ? AND account = ?", arguments: [id.bytes, account.bytes])
        return database.changesCount == 1
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

/// How long a user stays signed in.
struct SessionLifetimes: Hashable, Sendable {
    /// Since signing in, whatever happens. Above 0; half a day by default.
    var absoluteMilliseconds: Int64 = 12 * 3_600_000
    /// Since the last request. Above 0; half an hour by default.
    var idleMilliseconds: Int64 = 30 * 60_000

    /// How long a session lasts from its beginning if nothing more is asked.
    var firstMilliseconds: Int64 { min(absoluteMilliseconds, idleMilliseconds) }

    /// How far the clock may seem to run backwards between two requests that are served at once. A clock set back further
    /// ends sessions: their age is unknown then.
    static let toleranceMilliseconds: Int64 = 60_000
    /// How often a session's last request is written down, at most.
    static let touchMilliseconds: Int64 = 60_000
}

/// A session that has not ended.
struct LiveSession: Hashable, Sendable {
    let id: DeviceID
    let account: AccountID
    let device: DeviceID
    /// Milliseconds since 1970.
    let began: Int64
    /// Milliseconds since 1970.
    let seen: Int64
    /// Until it ends by itself, if nothing more is asked. Above 0.
    let remainingMilliseconds: Int64
    /// Whether the last request should be written down.
    let wantsTouch: Bool
    /// The digest of the device token that ends when the session is used for the first time.
    let supersedes: Data?

    /// - Returns: `nil` if it has ended.
    init?(_ row: Row, at now: Int64, _ lifetimes: SessionLifetimes) {
        let (began, seen): (Int64, Int64) = (row["began"], row["seen"])
        let (age, idle) = (now - began, now - seen)
        let earliest = -SessionLifetimes.toleranceMilliseconds
        let left = min(lifetimes.absoluteMilliseconds - age, lifetimes.idleMilliseconds - idle)
        guard age >= earliest && idle >= earliest && left > 0 else { return nil }
        id = DeviceID(row["id"])
        account = AccountID(row["account"])
        device = DeviceID(row["device"])
        self.began = began
        self.seen = seen
        supersedes = row["supersedes"]
        // Asking for it counts as a request.
        remainingMilliseconds = min(lifetimes.absoluteMilliseconds - age, lifetimes.idleMilliseconds)
        wantsTouch =
            supersedes != nil || idle >= min(SessionLifetimes.touchMilliseconds, lifetimes.idleMilliseconds / 4)
    }
}
