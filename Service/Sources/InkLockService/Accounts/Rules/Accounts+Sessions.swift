// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault

extension Accounts {
    /// A live session, found by its token.
    package struct Session: Sendable {
        let account: AccountRow
        let id: DeviceID
        let device: DeviceID
        let token: CookieToken
        /// The time in milliseconds until the session ends if no further request arrives.
        let remainingMilliseconds: Int64
        /// The client's address.
        var address = Client.localAddress
        /// The client, which may try passcodes and drawings only if it is the session's device too: a session's token
        /// alone gives no guesses. It is `nil` for programs on the server's machine, which may.
        var client: Client?

        var lane: Lane { .known(account.id, address: address) }
    }

    /// Returns the session of a token. The first request of a session proves that the browser has received its new
    /// tokens, so the device's previous tokens are invalidated.
    /// - Parameter device: The device token that the browser sent with it.
    /// - Throws: ``AccountError/notSignedIn``.
    package func session(
        _ token: CookieToken?, on device: CookieToken? = nil
    ) async throws(AccountError) -> Session { try await session(token, on: device, isUse: true) }

    /// Returns the session of a token.
    /// - Parameter isUse: A Boolean value that indicates whether the browser sent the token. It is `false` when a
    ///   repeated sign-in looks up the session that it started.
    func session(
        _ token: CookieToken?, on device: CookieToken? = nil, isUse: Bool
    ) async throws(AccountError) -> Session {
        guard let token else { throw .notSignedIn }
        let now = now
        let found = try await read(.query) { [lifetimes = parameters.sessions] database in
            try SessionTable(database: database, lifetimes: lifetimes).findWithAccount(token, at: now)
        }
        guard let (session, account) = found else { throw .notSignedIn }
        if isUse, session.wantsTouch {
            try await write { [lifetimes = parameters.sessions] database in
                if let superseded = session.supersedes {
                    try DeviceTable(database: database).endTokens(
                        superseded, of: session.device, before: session.began, keeping: device)
                }
                try SessionTable(database: database, lifetimes: lifetimes).touch(token, at: now)
            }
        }
        return Session(
            account: account, id: session.id, device: session.device, token: token,
            remainingMilliseconds: session.remainingMilliseconds)
    }

    /// Returns the state of a session for its user.
    func info(_ session: Session) async throws(AccountError) -> SessionInfo {
        // The request may have changed it.
        let account = try await read(.query) { try AccountRow.find(session.account.id, in: $0) } ?? session.account
        return try await info(
            account, on: session.device, remainingMilliseconds: session.remainingMilliseconds)
    }

    /// Ends a session. Does nothing if there is none.
    func signOut(_ token: CookieToken?) async throws(AccountError) {
        guard let token else { return }
        // A token that the service did not issue costs no transaction that writes.
        let lifetimes = parameters.sessions
        let isKnown = try await read(.query) { try SessionTable(database: $0, lifetimes: lifetimes).has(token) }
        guard isKnown else { return }
        try await write { try SessionTable(database: $0, lifetimes: lifetimes).end(token) }
    }

    /// Returns the state of a session that has just begun, from the rows that its transaction has read.
    func info(_ begun: Begun, _ beginning: Beginning) async throws(AccountError) -> SessionInfo {
        let account = begun.account
        let ledger = InMemoryStorage(begun.ledger, identity: [UInt8](beginning.device.bytes))
        let vault = vault(
            InMemoryStorage(beginning.record), ledger, of: account.id,
            .known(account.id, address: Client.localAddress))
        return try await info(
            account, try await status(vault), remainingMilliseconds: parameters.sessions.firstMilliseconds)
    }

    /// Returns the state of a session.
    /// - Parameter account: The current state of the account.
    func info(
        _ account: AccountRow, on device: DeviceID, remainingMilliseconds: Int64
    ) async throws(AccountError) -> SessionInfo {
        try await info(
            account, try await status(account.id, on: device), remainingMilliseconds: remainingMilliseconds)
    }

    private func info(
        _ account: AccountRow, _ status: VaultStatus, remainingMilliseconds: Int64
    ) async throws(AccountError) -> SessionInfo {
        SessionInfo(
            passkeys: try await passkeys(status, of: account.id), account: account.id, name: account.name,
            methods: AccountMethods(account, status), remainingMilliseconds: remainingMilliseconds)
    }

    /// Returns the state of an account's vault on a known device.
    func status(_ account: AccountID, on device: DeviceID) async throws(AccountError) -> VaultStatus {
        try await status(vault(account, on: device))
    }

    func status(_ vault: Vault) async throws(AccountError) -> VaultStatus {
        let status = try await vaultErrors { () throws(VaultError) in try await vault.status() }
        try await requireKey(for: status.standing)
        return status
    }
}
