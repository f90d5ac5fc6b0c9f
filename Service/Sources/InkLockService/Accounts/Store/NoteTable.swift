// SPDX-License-Identifier: MIT
import Foundation
import GRDB

/// One account's notes, as the page sealed them.
struct NoteTable {
    let database: Database
    let account: AccountID

    /// The longest unchanged first.
    func ids() throws -> [NoteID] {
        try Data.fetchAll(
            database, sql: "SELECT id FROM note WHERE account = ? ORDER BY changed, id", arguments: [account.bytes]
        ).compactMap { NoteID($0) }
    }

    func find(_ id: NoteID) throws -> Note? {
        try Row.fetchOne(
            database, sql: "SELECT version, sealed, changed FROM note WHERE account = ? AND id = ?",
            arguments: [account.bytes, id.bytes]
        ).map { Note(id: id, version: $0["version"], sealed: $0["sealed"], changed: $0["changed"]) }
    }

    /// - Returns: the version now.
    func save(_ note: NewNote, within limits: NoteLimits, at now: Int64) throws -> Result<Int64, NoteRefusal> {
        guard note.sealed.count <= limits.noteBytes else { return .failure(.tooLarge) }
        guard try version(of: note.id) ?? 0 == note.replacing else { return .failure(.conflict) }
        guard try hasRoom(for: note, limits) else { return .failure(.noRoom) }
        try database.execute(
            sql: """
                INSERT INTO note (account, id, version, sealed, changed) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (account, id) DO UPDATE SET version = excluded.version, sealed = excluded.sealed,
                    changed = excluded.changed
                """,
            arguments: [account.bytes, note.id.bytes, note.replacing + 1, note.sealed, now])
        return .success(note.replacing + 1)
    }

    func remove(_ id: NoteID, version: Int64) throws -> Result<Void, NoteRefusal> {
        try database.execute(
            sql: "DELETE FROM note WHERE account = ? AND id = ? AND version = ?",
            arguments: [account.bytes, id.bytes, version])
        return database.changesCount == 1 ? .success(()) : .failure(.conflict)
    }

    private func version(of id: NoteID) throws -> Int64? {
        try Int64.fetchOne(
            database, sql: "SELECT version FROM note WHERE account = ? AND id = ?",
            arguments: [account.bytes, id.bytes])
    }

    /// Beside the account's other notes. SQLite knows how long a value is without reading it.
    private func hasRoom(for note: NewNote, _ limits: NoteLimits) throws -> Bool {
        let others = try Row.fetchOne(
            database, sql: "SELECT count(*), total(length(sealed)) FROM note WHERE account = ? AND id <> ?",
            arguments: [account.bytes, note.id.bytes])
        let (count, bytes): (Int, Double) = (others?[0] ?? 0, others?[1] ?? 0)
        return count < limits.noteCount && Int(bytes) + note.sealed.count <= limits.accountBytes
    }
}
