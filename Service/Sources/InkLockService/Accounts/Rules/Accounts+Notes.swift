// SPDX-License-Identifier: MIT
import LockVault

/// What the page keeps here for the user who is signed in. It comes and goes sealed, and nothing here could open it.
extension Accounts {
    /// Some notes, the longest unchanged first; none at the end.
    /// - Parameter position: after which note; `nil` for the beginning.
    func notes(after position: NoteTable.Position?, _ session: Session) async throws(AccountError) -> [Note] {
        let account = session.account.id
        return try await vaultErrors { () throws(VaultError) in
            try await database.read {
                try NoteTable(database: $0, account: account).page(after: position, byteLimit: Self.notePageBytes)
            }
        }
    }

    /// Keeps a note in the place of its version before, 0 for a new one.
    /// - Returns: its version now.
    /// - Throws: ``AccountError/note(_:)``.
    func save(_ note: NewNote, _ session: Session) async throws(AccountError) -> Int64 {
        let now = now
        return try await change(session, growth(session)) { [limits = parameters.notes] in
            try $0.save(note, within: limits, at: now)
        }
    }

    /// - Throws: ``AccountError/note(_:)`` if it is not there in this version.
    func removeNote(_ id: NoteID, version: Int64, _ session: Session) async throws(AccountError) {
        try await change(session, .essential) { try $0.remove(id, version: version) }
    }

    /// How much of the notes is in memory at a time, and one note more.
    private static let notePageBytes = 1 << 18

    private func change<Value: Sendable>(
        _ session: Session, _ purpose: AccountDatabase.Purpose,
        _ body: @escaping @Sendable (NoteTable) throws -> Result<Value, NoteRefusal>
    ) async throws(AccountError) -> Value {
        let account = session.account.id
        let result: Result<Value, NoteRefusal>
        do throws(VaultError) {
            result = try await database.write(purpose) { try body(NoteTable(database: $0, account: account)) }
        } catch {
            throw .vault(error)
        }
        do throws(NoteRefusal) { return try result.get() } catch { throw .note(error) }
    }
}
