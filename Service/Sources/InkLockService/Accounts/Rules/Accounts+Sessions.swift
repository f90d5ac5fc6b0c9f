// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault

extension Accounts {
    /// The session of a token.
    package struct Session: Sendable {
        let account: AccountRow
        let token: CookieToken
        /// Until it ends if nothing more is asked.
        let remainingMilliseconds: Int64
    }

    /// - Throws: ``AccountError/notSignedIn``.
    package func session(_ token: CookieToken?) async throws(AccountError) -> Session {
        guard let token else { throw .notSignedIn }
        let now = now
        let found: (AccountRow, LiveSession)?
        do throws(VaultError) {
            found = try await database.read { [lifetimes = parameters.sessions] database in
                guard
                    let session = try SessionTable(database: database, lifetimes: lifetimes).find(token, at: now),
                    let account = try AccountRow.find(session.account, in: database)
                else { return nil }
                return (account, session)
            }
            guard let found else { throw VaultError.missing }
            if found.1.wantsTouch {
                try await database.write { [lifetimes = parameters.sessions] database in
                    try SessionTable(database: database, lifetimes: lifetimes).touch(token, at: now)
                }
            }
            return Session(account: found.0, token: token, remainingMilliseconds: found.1.remainingMilliseconds)
        } catch {
            throw error == .missing ? .notSignedIn : .vault(error)
        }
    }

    /// What somebody who is signed in is told.
    func info(_ session: Session) async throws(AccountError) -> SessionInfo {
        do throws(VaultError) {
            return try await info(session.account, remainingMilliseconds: session.remainingMilliseconds)
        } catch {
            throw .vault(error)
        }
    }

    /// Ends a session; no error if there is none.
    func signOut(_ token: CookieToken?) async throws(AccountError) {
        guard let token else { return }
        do throws(VaultError) {
            try await database.write { [lifetimes = parameters.sessions] database in
                try SessionTable(database: database, lifetimes: lifetimes).end(token)
            }
        } catch {
            throw .vault(error)
        }
    }

    /// Remembers the device, and begins a session with a new token.
    ///
    /// The device's own count begins as a copy of the one that has just seen the owner.
    /// - Parameter key: has just been given, and is not kept.
    func admit(
        _ account: AccountRow, _ key: DataKey, _ ledger: Data, _ client: Client
    ) async throws(VaultError) -> SignedIn {
        guard let notesKey = NotesKey(key) else { throw .forgottenKey }
        let (token, device) = (CookieToken.random(), client.device ?? .random())
        let now = now
        let own = secrets.key(of: device, for: account.id)
        try await database.write { [lifetimes = parameters.sessions] database in
            try Self.begin(
                account.id, token, device, own, copying: ledger, client.session, lifetimes, at: now, in: database)
        }
        let info = try await info(account, remainingMilliseconds: parameters.sessions.firstMilliseconds)
        return SignedIn(session: info, token: token, device: device, notesKey: notesKey)
    }

    func info(_ account: AccountRow, remainingMilliseconds: Int64) async throws(VaultError) -> SessionInfo {
        guard let name = AccountName(account.name) else { throw .damaged }
        let status = try await vault(account.id, ledger(name, account.id, device: nil)).status()
        let picture = try await database.read { try AccountRow.find(account.id, in: $0)?.picture }
        return SessionInfo(
            passkeys: try await passkeys(status, of: account.id), account: account.id, name: account.name,
            methods: SignInOptions(
                passcode: status.passcodeKind, picture: status.hasPicture ? picture : nil, standing: status.standing),
            remainingMilliseconds: remainingMilliseconds)
    }
}
