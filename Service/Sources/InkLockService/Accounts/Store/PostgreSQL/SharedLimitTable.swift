// SPDX-License-Identifier: MIT
import Foundation

/// The rate limits and the used challenges of all servers of a shared database.
struct SharedLimitTable {
    let database: any StoreTransaction

    /// A leaking bucket.
    struct Bucket: Hashable, Sendable {
        /// A digest of the limit and the client.
        let key: Data
        /// The milliseconds that a request fills it by.
        let interval: Int64
        /// The fullest that it may be, in milliseconds until it is empty.
        let room: Int64
    }

    /// Counts a request in a bucket.
    /// - Returns: the milliseconds until the request would be admitted, or 0 if it is.
    func admit(_ bucket: Bucket, at now: Int64) throws -> Int64 {
        let (interval, room) = (bucket.interval, bucket.room)
        guard interval <= room else { return interval - room }
        // The row is locked between reading and writing it.
        try database.run(
            sql: """
                INSERT INTO throttle (key, emptyAt) VALUES (?, ?)
                ON CONFLICT (key) DO UPDATE SET emptyAt = greatest(throttle.emptyAt, ?) + ?
                WHERE throttle.emptyAt <= ?
                """,
            arguments: [bucket.key, now + interval, now, interval, now + room - interval])
        guard database.changesCount == 0 else { return 0 }
        return max(1, try emptyAt(bucket.key) - (now + room - interval))
    }

    /// Returns the time at which a bucket is empty, or 0 if it is.
    func emptyAt(_ key: Data) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT emptyAt FROM throttle WHERE key = ?", arguments: [key]) ?? 0
    }

    /// Fills a bucket, however full it is.
    func fill(_ key: Data, by interval: Int64, at now: Int64) throws {
        try database.run(
            sql: """
                INSERT INTO throttle (key, emptyAt) VALUES (?, ?)
                ON CONFLICT (key) DO UPDATE SET emptyAt = greatest(throttle.emptyAt, ?) + ?
                """,
            arguments: [key, now + interval, now, interval])
    }

    /// Takes note of something until a time.
    /// - Returns: `false` if it is noted already. Its time is then prolonged.
    func note(_ key: Data, until end: Int64, at now: Int64) throws -> Bool {
        let before = try emptyAt(key)
        try database.run(
            sql: """
                INSERT INTO throttle (key, emptyAt) VALUES (?, ?)
                ON CONFLICT (key) DO UPDATE SET emptyAt = excluded.emptyAt
                """,
            arguments: [key, end])
        return before <= now
    }

    /// Marks a challenge as used.
    /// - Returns: `false` if it was used before.
    func spend(_ challenge: Data, until end: Int64) throws -> Bool {
        try database.run(
            sql: "INSERT INTO challenge (id, ends) VALUES (?, ?) ON CONFLICT DO NOTHING", arguments: [challenge, end])
        return database.changesCount == 1
    }

    /// Returns a Boolean value that indicates whether a challenge was used.
    func isSpent(_ challenge: Data) throws -> Bool {
        try Int64.fetchOne(database, sql: "SELECT ends FROM challenge WHERE id = ?", arguments: [challenge]) != nil
    }

    /// Removes what does not count any more.
    /// - Parameter limit: the most rows of each kind that are removed at a time.
    /// - Returns: `false` if there may be more to remove.
    func removeOld(at now: Int64, limit: Int) throws -> Bool {
        // The outer condition is for a row that is filled while this transaction waits for it.
        try database.run(
            sql: """
                DELETE FROM throttle WHERE emptyAt < ?
                    AND key IN (SELECT key FROM throttle WHERE emptyAt < ? ORDER BY emptyAt LIMIT ?)
                """,
            arguments: [now, now, limit])
        let limits = database.changesCount
        // Another server's clock may be a little behind, and the challenge still open there.
        try database.run(
            sql: "DELETE FROM challenge WHERE id IN (SELECT id FROM challenge WHERE ends < ? ORDER BY ends LIMIT ?)",
            arguments: [now - ChallengeStore.lifetimeMilliseconds, limit])
        return max(limits, database.changesCount) < limit
    }
}
