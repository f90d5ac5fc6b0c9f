// SPDX-License-Identifier: MIT
import Foundation

/// The rate limits and the used challenges of all servers of a shared database.
///
/// Times come from the database's clock, which an operator may set back. A bucket that would then stay full for longer
/// than three times its capacity counts as empty.
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

        /// The last time at which the bucket can become empty, unless the clock was set back. It is later than
        /// ``SharedLimitTable/fill(_:at:)`` allows, because the clocks of two servers differ slightly.
        func limit(at now: Int64) -> Int64 { now + 3 * room }
    }

    /// Counts a request in several buckets, until one refuses it. One statement handles all of them, in the same way as
    /// a single bucket.
    /// - Parameter buckets: Buckets with different keys. Their kinds are in the same order in all requests, because the
    ///   rows stay locked until the statement ends.
    /// - Returns: The milliseconds until the request would be admitted; 0 if it is.
    func admit(_ buckets: [Bucket], at now: Int64) throws -> Int64 {
        guard buckets.count > 1, buckets.allSatisfy({ $0.interval <= $0.room }) else {
            for bucket in buckets {
                let wait = try admit(bucket, at: now)
                guard wait == 0 else { return wait }
            }
            return 0
        }
        let room = "CASE excluded.key \(buckets.map { _ in "WHEN ? THEN ?" }.joined(separator: " ")) END"
        let rooms: [(any StoreConvertible)?] = buckets.flatMap { [$0.key, $0.room] as [(any StoreConvertible)?] }
        let rows: [(any StoreConvertible)?] = buckets.flatMap {
            [$0.key, now + $0.interval] as [(any StoreConvertible)?]
        }
        let admitted = try Data.fetchAll(
            database,
            sql: """
                INSERT INTO throttle (key, emptyAt) VALUES \(buckets.map { _ in "(?, ?)" }.joined(separator: ", "))
                ON CONFLICT (key) DO UPDATE SET emptyAt = CASE
                    WHEN throttle.emptyAt > ? + 3 * \(room) THEN excluded.emptyAt
                    ELSE greatest(throttle.emptyAt, ?) + excluded.emptyAt - ? END
                WHERE throttle.emptyAt <= ? + \(room) - (excluded.emptyAt - ?)
                    OR throttle.emptyAt > ? + 3 * \(room)
                RETURNING key
                """,
            arguments: rows + [now] + rooms + [now, now, now] + rooms + [now, now] + rooms)
        guard let refused = buckets.firstIndex(where: { !admitted.contains($0.key) }) else { return 0 }
        // A request that one limit refuses uses up none behind it.
        for bucket in buckets[(refused + 1)...] where admitted.contains(bucket.key) {
            try database.run(
                sql: "UPDATE throttle SET emptyAt = emptyAt - ? WHERE key = ?",
                arguments: [bucket.interval, bucket.key])
        }
        let bucket = buckets[refused]
        return max(1, try emptyAt(bucket, at: now) - (now + bucket.room - bucket.interval))
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
                ON CONFLICT (key) DO UPDATE SET emptyAt = CASE
                    WHEN throttle.emptyAt > ? THEN excluded.emptyAt ELSE greatest(throttle.emptyAt, ?) + ? END
                WHERE throttle.emptyAt <= ? OR throttle.emptyAt > ?
                """,
            arguments: [
                bucket.key, now + interval, bucket.limit(at: now), now, interval, now + room - interval,
                bucket.limit(at: now),
            ])
        guard database.changesCount == 0 else { return 0 }
        return max(1, try emptyAt(bucket, at: now) - (now + room - interval))
    }

    /// Returns the time at which a bucket becomes empty; 0 if it is empty.
    func emptyAt(_ bucket: Bucket, at now: Int64) throws -> Int64 {
        let end = try end(bucket.key)
        return end <= bucket.limit(at: now) ? end : 0
    }

    /// Adds to a bucket up to twice its capacity.
    func fill(_ bucket: Bucket, at now: Int64) throws {
        try database.run(
            sql: """
                INSERT INTO throttle (key, emptyAt) VALUES (?, ?)
                ON CONFLICT (key) DO UPDATE SET emptyAt = CASE
                    WHEN throttle.emptyAt > ? THEN excluded.emptyAt
                    ELSE least(greatest(throttle.emptyAt, ?) + ?, ?) END
                """,
            arguments: [
                bucket.key, now + bucket.interval, bucket.limit(at: now), now, bucket.interval, now + 2 * bucket.room,
            ])
    }

    /// Returns the time in a row; 0 if there is none.
    private func end(_ key: Data) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT emptyAt FROM throttle WHERE key = ?", arguments: [key]) ?? 0
    }

    /// Stores an entry with an expiry time.
    /// - Returns: `false` if the entry exists. Its expiry is then extended.
    func note(_ key: Data, until end: Int64, at now: Int64) throws -> Bool {
        let before = try self.end(key)
        try database.run(
            sql: """
                INSERT INTO throttle (key, emptyAt) VALUES (?, ?)
                ON CONFLICT (key) DO UPDATE SET emptyAt = excluded.emptyAt
                """,
            arguments: [key, end])
        return before <= now || before - end > end - now
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
