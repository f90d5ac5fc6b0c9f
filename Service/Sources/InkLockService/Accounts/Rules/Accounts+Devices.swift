// SPDX-License-Identifier: MIT
import Foundation

/// The owner's devices and sessions.
extension Accounts {
    /// A known device and its sessions.
    struct DeviceInfo: Sendable {
        let device: KnownDevice
        /// The sessions, the most recently used first.
        let sessions: [LiveSession]
    }

    /// Returns the known devices of the account, the most recently used first.
    /// - Throws: ``AccountError/notSignedIn`` if the session has ended.
    func devices(_ session: Session) async throws(AccountError) -> [DeviceInfo] {
        let (account, now) = (session.account.id, now)
        let found = try await read { [lifetimes = parameters.sessions] database -> [DeviceInfo]? in
            let table = SessionTable(database: database, lifetimes: lifetimes)
            guard try table.find(session.token, at: now) != nil else { return nil }
            let sessions = Dictionary(grouping: try table.all(of: account, at: now), by: \.device)
            return try DeviceTable(database: database).all(of: account).map { device in
                DeviceInfo(device: device, sessions: sessions[device.id] ?? [])
            }
        }
        guard let found else { throw .notSignedIn }
        return found
    }

    /// Removes a known device and ends its sessions.
    /// - Throws: ``AccountError/unknownDevice``, and the errors of the proof.
    func forget(_ device: DeviceID, _ proof: Proof, _ session: Session) async throws(AccountError) {
        let (key, _) = try await prove(proof, session)
        defer { key.erase() }
        let isDone = try await write(within: session) { database, _ in
            try DeviceTable(database: database).forget(device, of: session.account.id)
        }
        guard isDone else { throw .unknownDevice }
        await adaptPicturePassword(of: session.account.id, on: session.device, session.lane, to: proof, with: key)
    }

    /// Ends a session of the account.
    /// - Throws: ``AccountError/unknownSession``.
    func end(_ id: DeviceID, _ session: Session) async throws(AccountError) {
        let isDone = try await write(within: session) { _, table in try table.end(id, of: session.account.id) }
        guard isDone else { throw .unknownSession }
    }

    /// Ends all sessions of the account but this one.
    func endOthers(_ session: Session) async throws(AccountError) {
        try await write(within: session) { _, table in
            try table.endAll(of: session.account.id, except: session.token)
        }
    }

    /// Runs one transaction if the session has not ended since the request was found to be its.
    func write<Result: Sendable>(
        within session: Session,
        _ body: @escaping @Sendable (any StoreTransaction, SessionTable) throws -> Result
    ) async throws(AccountError) -> Result {
        let now = now
        return try await write { [lifetimes = parameters.sessions] database in
            let table = SessionTable(database: database, lifetimes: lifetimes)
            guard try table.find(session.token, at: now) != nil else { throw StoreError.conflict }
            return try body(database, table)
        }
    }

    /// Deletes the account with all its data. Its name becomes available.
    package func delete(_ proof: Proof, _ session: Session) async throws(AccountError) {
        let (opened, record) = try await prove(proof, session)
        opened.erase()
        let (account, now) = (session.account.id, now)
        let key = AccountName(session.account.name).map { secrets.key(of: $0) }
        try await writeUncancelled { [lifetimes = parameters.sessions] database in
            // A recovery or a new passcode may have ended the session, or what the proof opens.
            guard try SessionTable(database: database, lifetimes: lifetimes).find(session.token, at: now) != nil,
                try StoredVault.find(account, in: database)?.record.version == record.version
            else { throw StoreError.conflict }
            try Self.delete(account, failures: key, in: database)
        }
        try? await database.releaseFreePages(at: now)
    }

    /// Deletes an account with all its data.
    /// - Parameter key: The key of the wrong attempts at its name; see ``ServiceSecrets/key(of:)``.
    static func delete(_ account: AccountID, failures key: Data?, in database: any StoreTransaction) throws {
        // Foreign keys delete all other rows of the account.
        try database.run(sql: "DELETE FROM account WHERE id = ? AND isDecoy = 0", arguments: [account.bytes])
        if let key { try FailureTable(database: database).forget(key) }
    }
}
