// SPDX-License-Identifier: MIT
import Foundation

/// The approximate bytes of each account: its record, its notes, and a fixed part for rows that are bounded in number.
struct StorageTable {
    let database: any StoreTransaction

    /// The fixed part: rows of devices, sessions, passkeys and digests.
    static let accountBytes: Int64 = 1 << 14
    /// The bytes of a note beside its sealed ones.
    static let noteBytes: Int64 = 128

    /// Measures an account again. Decoys are not measured.
    /// - Complexity: O(notes of the account).
    func recount(_ account: AccountID) throws {
        try database.run(
            sql: """
                INSERT INTO storage (account, created, bytes)
                SELECT id, created, ? + length(vault)
                    + (SELECT CAST(coalesce(sum(length(sealed) + ?), 0) AS BIGINT) FROM note
                        WHERE note.account = account.id)
                FROM account WHERE id = ? AND isDecoy = 0
                ON CONFLICT (account) DO UPDATE SET bytes = excluded.bytes
                """,
            arguments: [Self.accountBytes, Self.noteBytes, account.bytes])
    }

    /// Returns the bytes of an account when it was measured last.
    func bytes(of account: AccountID) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT bytes FROM storage WHERE account = ?", arguments: [account.bytes])
            ?? 0
    }

    /// Returns a Boolean value that indicates whether an account was created within a range of times.
    func contains(_ account: AccountID, createdIn times: Range<Int64>) throws -> Bool {
        try Int64.fetchOne(
            database, sql: "SELECT created FROM storage WHERE account = ?", arguments: [account.bytes]
        ).map(times.contains) ?? false
    }

    /// Returns the bytes of all accounts that were created within a range of times.
    /// - Complexity: O(those accounts).
    func bytes(createdIn times: Range<Int64>) throws -> Int64 {
        try Int64.fetchOne(
            database,
            sql: """
                SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM storage WHERE created >= ? AND created < ?
                """,
            arguments: [times.lowerBound, times.upperBound])
            ?? 0
    }
}
