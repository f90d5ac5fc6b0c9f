// SPDX-License-Identifier: MIT
import Foundation

/// The sessions of signed-in users.
struct SessionTable {
    let database: any StoreTransaction
    let lifetimes: SessionLifetimes

    /// The maximum number of sessions of a device. Tabs share a session, but lost responses leave unused ones.
    static let deviceLimit = 8

    /// Ends the session of `old` and starts one with a new token. If the device has too many sessions, the one unused
    /// longest ends.
    /// - Parameter superseded: The device token that becomes invalid with the session's first request.
    func begin(
        _ token: CookieToken, of account: AccountID, on device: DeviceID, replacing old: CookieToken?,
        superseding superseded: CookieToken?, at now: Int64
    ) throws {
        if let old { try end(old) }
        try database.enqueue(
            sql: """
                INSERT INTO session (token, id, account, device, began, seen, supersedes) VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                token.digest, DeviceID.random().bytes, account.bytes, device.bytes, now, now, superseded?.digest,
            ])
        try database.enqueue(
            sql: """
                DELETE FROM session WHERE device = ? AND token <> ? AND (seen, began, id) <= (
                    SELECT seen, began, id FROM session WHERE device = ? AND token <> ?
                    ORDER BY seen DESC, began DESC, id DESC LIMIT 1 OFFSET ?)
                """,
            arguments: [device.bytes, token.digest, device.bytes, token.digest, Self.deviceLimit - 1])
    }

    /// Returns the session of a token, or `nil` if it does not exist or has ended.
    func find(_ token: CookieToken, at now: Int64) throws -> LiveSession? {
        try StoreRow.fetchOne(database, sql: "SELECT * FROM session WHERE token = ?", arguments: [token.digest])
            .flatMap { LiveSession($0, at: now, lifetimes) }
    }

    /// Returns the session of a token with its account as it is now, or `nil` if the session does not exist or has
    /// ended.
    func findWithAccount(_ token: CookieToken, at now: Int64) throws -> (session: LiveSession, account: AccountRow)? {
        let row = try StoreRow.fetchOne(
            database,
            sql: """
                SELECT session.id AS session, session.device AS device, session.began AS began, session.seen AS seen,
                    session.supersedes AS supersedes, \(AccountRow.columns)
                FROM session JOIN account ON account.id = session.account WHERE session.token = ?
                """,
            arguments: [token.digest])
        guard let row else { return nil }
        let account = AccountRow(row)
        return LiveSession(row, id: row["session"], of: account.id, at: now, lifetimes).map { ($0, account) }
    }

    /// Returns a Boolean value that indicates whether a token has a session, even if it has ended.
    func has(_ token: CookieToken) throws -> Bool {
        try Int64.fetchOne(database, sql: "SELECT seen FROM session WHERE token = ?", arguments: [token.digest]) != nil
    }

    /// Returns the live sessions of an account, most recently used first.
    func all(of account: AccountID, at now: Int64) throws -> [LiveSession] {
        try StoreRow.fetchAll(
            database, sql: "SELECT * FROM session WHERE account = ? ORDER BY seen DESC, id", arguments: [account.bytes]
        ).compactMap { LiveSession($0, at: now, lifetimes) }
    }

    func touch(_ token: CookieToken, at now: Int64) throws {
        try database.run(
            sql: "UPDATE session SET seen = ?, supersedes = NULL WHERE token = ?", arguments: [now, token.digest])
    }

    func end(_ token: CookieToken) throws {
        try database.enqueue(sql: "DELETE FROM session WHERE token = ?", arguments: [token.digest])
    }

    /// Ends a session.
    /// - Returns: `false` if there is no such session.
    func end(_ id: DeviceID, of account: AccountID) throws -> Bool {
        try database.run(
            sql: "DELETE FROM session WHERE id = ? AND account = ?", arguments: [id.bytes, account.bytes])
        return database.changesCount == 1
    }

    /// Ends all sessions of an account except one.
    func endAll(of account: AccountID, except token: CookieToken?) throws {
        try database.run(
            sql: "DELETE FROM session WHERE account = ? AND token IS DISTINCT FROM ?",
            arguments: [account.bytes, token?.digest])
    }

    func removeEnded(at now: Int64) throws {
        try database.run(
            sql: "DELETE FROM session WHERE began < ? OR seen < ? OR began > ?",
            arguments: [
                now - lifetimes.absoluteMilliseconds, now - lifetimes.idleMilliseconds,
                now + SessionLifetimes.toleranceMilliseconds,
            ])
    }
}

/// The lifetimes of a session.
struct SessionLifetimes: Hashable, Sendable {
    /// The maximum time since sign-in in milliseconds. Above 0; 12 hours by default.
    var absoluteMilliseconds: Int64 = 12 * 3_600_000
    /// The maximum time since the last stored request in milliseconds. Above 0; 30 minutes by default.
    var idleMilliseconds: Int64 = 30 * 60_000

    /// The initial lifetime in milliseconds if no further request arrives.
    var firstMilliseconds: Int64 { min(absoluteMilliseconds, idleMilliseconds) }

    /// The tolerance in milliseconds for a clock that appears to run backwards between two concurrent requests. If the
    /// clock is set back further, sessions end, because their age is unknown.
    static let toleranceMilliseconds: Int64 = 60_000
    /// The minimum interval in milliseconds between updates of a session's last request.
    static let touchMilliseconds: Int64 = 60_000
}

/// A session that has not ended.
struct LiveSession: Hashable, Sendable {
    let id: DeviceID
    let account: AccountID
    let device: DeviceID
    /// The start time in milliseconds since 1970.
    let began: Int64
    /// The time of the last stored request in milliseconds since 1970.
    let seen: Int64
    /// The time in milliseconds until the session ends if no further request arrives. Above 0.
    let remainingMilliseconds: Int64
    /// A Boolean value that indicates whether the time of this request should be stored.
    let wantsTouch: Bool
    /// The digest of the device token that becomes invalid when the session is first used.
    let supersedes: Data?

    /// - Returns: `nil` if the session has ended.
    init?(_ row: StoreRow, at now: Int64, _ lifetimes: SessionLifetimes) {
        self.init(row, id: row["id"], of: AccountID(row["account"]), at: now, lifetimes)
    }

    fileprivate init?(
        _ row: StoreRow, id: Data, of account: AccountID, at now: Int64, _ lifetimes: SessionLifetimes
    ) {
        let (began, seen): (Int64, Int64) = (row["began"], row["seen"])
        let (age, idle) = (now - began, now - seen)
        let earliest = -SessionLifetimes.toleranceMilliseconds
        let left = min(lifetimes.absoluteMilliseconds - age, lifetimes.idleMilliseconds - idle)
        guard age >= earliest && idle >= earliest && left > 0 else { return nil }
        self.id = DeviceID(id)
        self.account = account
        device = DeviceID(row["device"])
        self.began = began
        self.seen = seen
        supersedes = row["supersedes"]
        wantsTouch =
            supersedes != nil || idle >= min(SessionLifetimes.touchMilliseconds, lifetimes.idleMilliseconds / 4)
        // The current request restarts the idle time if its own is stored.
        let restarted = min(lifetimes.absoluteMilliseconds - age, lifetimes.idleMilliseconds)
        remainingMilliseconds = wantsTouch ? restarted : left
    }
}
