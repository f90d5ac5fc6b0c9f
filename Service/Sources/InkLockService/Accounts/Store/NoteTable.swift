// SPDX-License-Identifier: MIT
import Foundation

/// The sealed notes of one account.
struct NoteTable {
    let database: any StoreTransaction
    let account: AccountID

    /// The position at which a list continues: after a note, in the order of changes.
    struct Position: Hashable, Sendable {
        let changed: Int64
        let id: Data
    }

    /// A page of a list of notes.
    struct Page: Hashable, Sendable {
        var notes: [Note] = []
        /// A Boolean value that indicates whether this is the last page.
        var isLast = false

        /// The position after the last note; `nil` without notes.
        var position: Position? { notes.last.map { Position(changed: $0.changed, id: $0.id.bytes) } }
    }

    /// Returns the next notes, the least recently changed first: at most `byteLimit` bytes, but at least one note.
    /// - Complexity: O(notes returned).
    func page(after position: Position?, byteLimit: Int) throws -> Page {
        var (page, bytes, position) = (Page(), 0, position)
        while bytes < byteLimit, !page.isLast {
            let rows = try StoreRow.fetchAll(
                database,
                sql: """
                    SELECT id, version, sealed, changed FROM note WHERE account = ? AND (changed, id) > (?, ?)
                    ORDER BY changed, id LIMIT \(Self.batch)
                    """,
                arguments: [account.bytes, position?.changed ?? Int64.min, position?.id ?? Data()])
            for row in rows {
                let (id, sealed, changed): (Data, Data, Int64) = (row["id"], row["sealed"], row["changed"])
                position = Position(changed: changed, id: id)
                guard let id = NoteID(id) else { continue }
                page.notes.append(Note(id: id, version: row["version"], sealed: sealed, changed: changed))
                bytes += sealed.count + Self.rowBytes
            }
            page.isLast = rows.count < Self.batch
        }
        return page
    }

    /// The maximum number of notes in a batch.
    private static let batch = 4

    /// Saves a note.
    /// - Returns: The new version.
    func save(_ note: NewNote, within limits: NoteLimits, at now: Int64) throws -> Result<Int64, NoteError> {
        guard note.sealed.count <= limits.noteBytes else { return .failure(.tooLarge) }
        guard try version(of: note.id) ?? 0 == note.replacing else { return .failure(.conflict) }
        if let refusal = try refusal(of: note, limits, at: now) { return .failure(refusal) }
        try database.run(
            sql: """
                INSERT INTO note (account, id, version, sealed, changed) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (account, id) DO UPDATE SET version = excluded.version, sealed = excluded.sealed,
                    changed = excluded.changed
                """,
            arguments: [account.bytes, note.id.bytes, note.replacing + 1, note.sealed, now])
        return .success(note.replacing + 1)
    }

    func remove(_ id: NoteID, version: Int64) throws -> Result<Void, NoteError> {
        try database.run(
            sql: "DELETE FROM note WHERE account = ? AND id = ? AND version = ?",
            arguments: [account.bytes, id.bytes, version])
        guard database.changesCount == 1 else { return .failure(.conflict) }
        try StorageTable(database: database).recount(account)
        return .success(())
    }

    /// The approximate size of a row besides the sealed bytes.
    private static let rowBytes = 64

    private func version(of id: NoteID) throws -> Int64? {
        try Int64.fetchOne(
            database, sql: "SELECT version FROM note WHERE account = ? AND id = ?",
            arguments: [account.bytes, id.bytes])
    }

    /// Checks that a note fits the limits together with the account's other notes. A note that does not grow is always
    /// accepted, because the limits may have been lowered.
    private func refusal(of note: NewNote, _ limits: NoteLimits, at now: Int64) throws -> NoteError? {
        let before = try Int.fetchOne(
            database, sql: "SELECT CAST(length(sealed) AS BIGINT) FROM note WHERE account = ? AND id = ?",
            arguments: [account.bytes, note.id.bytes])
        if let before, note.sealed.count <= before { return nil }
        let others = try StoreRow.fetchOne(
            database,
            sql: """
                SELECT count(*), CAST(coalesce(sum(length(sealed)), 0) AS BIGINT) FROM note WHERE account = ? AND id <> ?
                """,
            arguments: [account.bytes, note.id.bytes])
        let (count, bytes): (Int, Int) = (others?[0] ?? 0, others?[1] ?? 0)
        let all = bytes + note.sealed.count
        guard
            let row = try StoreRow.fetchOne(
                database, sql: "SELECT created, noteLimit, byteLimit FROM account WHERE id = ?",
                arguments: [account.bytes])
        else { throw StoreError.missing }
        let (noteLimit, byteLimit): (Int?, Int?) = (row["noteLimit"], row["byteLimit"])
        guard before != nil || count < noteLimit ?? limits.noteCount, all <= byteLimit ?? limits.accountBytes else {
            return .noRoom
        }
        // The operator's own limit holds from the first day on. An account that was created while the clock was ahead
        // is not new until the clock gets there.
        let age = (now - (row["created"] as Int64)).magnitude
        let isYoung = byteLimit == nil && age < limits.youngMilliseconds.magnitude
        return isYoung && all > limits.youngAccountBytes ? .noRoomInYoungAccount : nil
    }
}
