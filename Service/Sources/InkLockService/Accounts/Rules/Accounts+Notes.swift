// SPDX-License-Identifier: MIT
import LockVault

/// What the page keeps here for whoever is signed in. It comes and goes sealed, and nothing here could open it.
extension Accounts {
    /// Which notes there are, without what is in them.
    func noteIDs(_ session: Session) async throws(AccountError) -> [NoteID] {
        let account = session.account.id
        do throws(VaultError) {
            return try await database.read { try NoteTable(database: $0, account: account).ids() }
        } catch {
            throw .vault(error)
        }
    }

    /// - Returns: `nil` if it was removed meanwhile.
    func note(_ id: NoteID, _ session: Session) async throws(AccountError) -> Note? {
        let account = session.account.id
        do throws(VaultError) {
            return try await database.read { try NoteTable(database: $0, account: account).find(id) }
        } catch {
            throw .vault(error)
        }
    }

    /// Keeps a note in the place of its version before, 0 for a new one.
    /// - Returns: its version now.
    /// - Throws: ``AccountError/note(_:)``.
    func save(_ note: NewNote, _ session: Session) async throws(AccountError) -> Int64 {
        let now = now
        return try await change(session) { [limits = parameters.notes] in try $0.save(note, within: limits, at: now) }
    }

    /// - Throws: ``AccountError/note(_:)`` if it is not there in this version.
    func removeNote(_ id: NoteID, version: Int64, _ session: Session) async throws(AccountError) {
        try await change(session) { try $0.remove(id, version: version) }
    }

    private func change<Value: Sendable>(
        _ session: Session, _ body: @escaping @Sendable (NoteTable) throws -> Result<Value, NoteRefusal>
    ) async throws(AccountError) -> Value {
        let account = session.account.id
        let result: Result<Value, NoteRefusal>
        do throws(VaultError) {
            result = try await database.write { try body(NoteTable(database: $0, account: account)) }
        } catch {
            throw .vault(error)
        }
        do throws(NoteRefusal) { return try result.get() } catch { throw .note(error) }
    }
}
