// SPDX-License-Identifier: MIT
import Foundation
import LockVault

extension Accounts {
    /// Which way in is removed.
    enum OldMethod: Hashable, Sendable {
        case passcode
        case picture
    }

    /// Sets or changes a way in. Whoever is signed in has to show once more that the account is theirs; that counts as an
    /// attempt.
    package func set(
        _ method: NewMethod, _ proof: Proof, _ session: Session, _ client: Client
    ) async throws(AccountError) -> SessionInfo {
        try await change(proof, session, client) { door, account, key throws(VaultError) in
            try await set(method, of: account, door.ledger, with: key)
            try await remember(method, door)
        }
        return try await info(session)
    }

    /// Removes a way in. A passcode or a picture stays, passkeys or not: whoever names an account that neither opens would learn
    /// that somebody has it.
    /// - Throws: also ``VaultError/lastWayIn``.
    func remove(
        _ method: OldMethod, _ proof: Proof, _ session: Session, _ client: Client
    ) async throws(AccountError) -> SessionInfo {
        try await change(proof, session, client) { door, account, key throws(VaultError) in
            let status = try await door.vault.status()
            switch method {
            case .passcode:
                guard status.hasPicture else { throw .lastWayIn }
                try await vault(account, door.ledger).removePasscode(with: key)
            case .picture:
                guard status.passcodeKind != nil else { throw .lastWayIn }
                try await vault(account, door.ledger, pictureChange: .set(nil)).removePicture(with: key)
            }
        }
        return try await info(session)
    }

    /// Makes a new recovery code; the old one opens nothing any more.
    func renewRecoveryCode(
        _ proof: Proof, _ session: Session, _ client: Client
    ) async throws(AccountError) -> RecoveryCode {
        try await change(proof, session, client) { door, account, key throws(VaultError) in
            try await vault(account, door.ledger).renewRecoveryCode(with: key)
        }
    }

    /// Afterwards all other sessions have ended, and strangers may try again: what they know of the old method is worth
    /// nothing.
    func changing<Result: Sendable>(
        _ proof: Proof, _ session: Session, _ client: Client,
        _ body: (Door, AccountID, DataKey) async throws(AccountError) -> Result
    ) async throws(AccountError) -> Result {
        if case .passkey(let proof) = proof {
            try checkChallenge(proof.assertion.claimedChallenge, proof.ceremony)
        }
        let (door, key): (Door, DataKey)
        do throws(VaultError) {
            guard let name = AccountName(session.account.name) else { throw VaultError.damaged }
            door = try await self.door(name, device: client.device)
            guard let account = door.account, account.id == session.account.id else { throw VaultError.missing }
            key = try await open(door, with: proof)
        } catch {
            throw .vault(error)
        }
        defer { key.forget() }
        let result = try await body(door, session.account.id, key)
        do throws(VaultError) {
            guard let account = door.account else { throw VaultError.missing }
            let (now, strangers, own) = (now, secrets.key(of: door.name), door.ledger.key)
            try await database.write { [lifetimes = parameters.sessions] database in
                try LedgerRow.copy(own, to: strangers, account.id, at: now, in: database)
                try SessionTable(database: database, lifetimes: lifetimes)
                    .endAll(of: account.id, except: session.token)
            }
            return result
        } catch {
            throw .vault(error)
        }
    }

    private func change<Result: Sendable>(
        _ proof: Proof, _ session: Session, _ client: Client,
        _ body: (Door, AccountID, DataKey) async throws(VaultError) -> Result
    ) async throws(AccountError) -> Result {
        try await changing(proof, session, client) { door, account, key throws(AccountError) in
            do throws(VaultError) { return try await body(door, account, key) } catch { throw .vault(error) }
        }
    }
}
