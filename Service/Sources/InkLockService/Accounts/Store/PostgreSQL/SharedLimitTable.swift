// SPDX-License-Identifier: MIT
import Foundation

/// The rate limits and the used challenges of all servers of a shared database.
struct SharedLimitTable {
    let database: any StoreTransaction

    /// A leaking bucket.
    struct Bucket: Hashable, Sendable {
        /// A digest of the limit and the client.
        let key: Data
        /// The milliseconds that a request adds.
        let interval: Int64
        /// The capacity in milliseconds until the bucket is empty.
        let room: Int64
    }

    /// Counts a request in a bucket.
    /// - Returns: The milliseconds until the request would be admitted; 0 if it is.
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

    /// Returns the time at which a bucket becomes empty; 0 if there is no row.
    func emptyAt(_ key: Data) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT emptyAt FROM throttle WHERE key = ?", arguments: [key]) ?? 0
    }

    /// Adds to a bucket without checking its capacity.
    func fill(_ key: Data, by interval: Int64, at now: Int64) throws {
        try database.run(
            sql: """
                INSERT INTO throttle (key, emptyAt) VALUES (?, ?)
                ON CONFLICT (key) DO UPDATE SET emptyAt = greatest(throttle.emptyAt, ?) + ?
                """,
            arguments: [key, now + interval, now, interval])
    }

    /// Stores an entry with an expiry time.
    /// - Returns: `false` if the entry exists. Its expiry is then extended.
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

    /// Removes expired rows.
    /// - Parameter limit: The maximum number of rows of each kind to remove.
    /// - Returns: `false` if more rows may have expired.
    func removeOld(at now: Int64, limit: Int) throws -> Bool {
        // The outer condition is for a row that is filled while this transaction waits for it.
        try database.run(
            sql: """
                DELETE FROM throttle WHERE emptyAt < ?
                    AND key IN (SELECT key FROM throttle WHERE emptyAt < ? ORDER BY emptyAt LIMIT ?)
                """,
            arguments: [now, now, limit])
        let limits = database.changesCount
        // Another server's clock may be slightly behind, so that the challenge is still valid there.
        try database.run(
            sql: "DELETE FROM challenge WHERE id IN (SELECT id FROM challenge WHERE ends < ? ORDER BY ends LIMIT ?)",
            arguments: [now - ChallengeStore.lifetimeMilliseconds, limit])
        return max(limits, database.changesCount) < limit
    }
}
