// SPDX-License-Identifier: MIT

/// The notes of a signed-in user. They are sealed in the browser; the service stores no key that opens them.
extension Accounts {
    /// Returns the query of the first page of notes, those unchanged longest first. It does not look for the session,
    /// which has just been found.
    func firstNotes(_ session: Session) -> @Sendable (any StoreTransaction) throws -> NoteTable.Page {
        { [account = session.account.id] database in
            try NoteTable(database: database, account: account).page(after: nil, byteLimit: Self.notePageBytes)
        }
    }

    /// Returns the page of notes after another one.
    /// - Parameter position: The position of the last note of the previous page.
    /// - Throws: ``AccountError/notSignedIn`` if the session has ended since the previous page.
    func notes(after position: NoteTable.Position?, _ session: Session) async throws(AccountError) -> NoteTable.Page {
        let (account, now) = (session.account.id, now)
        let page = try await read(.query) { [lifetimes = parameters.sessions] database -> NoteTable.Page? in
            let sessions = SessionTable(database: database, lifetimes: lifetimes)
            guard try sessions.find(session.token, at: now) != nil else { return nil }
            return try NoteTable(database: database, account: account).page(
                after: position, byteLimit: Self.notePageBytes)
        }
        guard let page else { throw .notSignedIn }
        return page
    }

    /// Saves a note in place of its previous version, which is 0 for a new note.
    /// - Returns: The note's new version.
    /// - Throws: ``AccountError/note(_:)``.
    func save(_ note: NewNote, _ session: Session) async throws(AccountError) -> Int64 {
        let now = now
        return try await change(session, growth(session)) { [limits = parameters.notes] in
            try $0.save(note, within: limits, at: now)
        }
    }

    /// Removes a note.
    /// - Throws: ``AccountError/note(_:)`` if the note does not exist in this version.
    func removeNote(_ id: NoteID, version: Int64, _ session: Session) async throws(AccountError) {
        try await change(session, .essential) { try $0.remove(id, version: version) }
    }

    /// The maximum bytes of notes in memory at a time, apart from a few further notes.
    private static let notePageBytes = 1 << 18

    private func change<Value: Sendable>(
        _ session: Session, _ purpose: StorePurpose,
        _ body: @escaping @Sendable (NoteTable) throws -> Result<Value, NoteError>
    ) async throws(AccountError) -> Value {
        let (account, now) = (session.account.id, now)
        let result = try await write(purpose) { [lifetimes = parameters.sessions] database in
            // A session that has ended since the request came writes nothing any more.
            guard try SessionTable(database: database, lifetimes: lifetimes).find(session.token, at: now) != nil else {
                throw StoreError.missing
            }
            return try body(NoteTable(database: database, account: account))
        }
        do throws(NoteError) { return try result.get() } catch { throw .note(error) }
    }
}
