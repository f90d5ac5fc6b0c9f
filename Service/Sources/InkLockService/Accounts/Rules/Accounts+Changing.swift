// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault
import Passcode

/// Changes of an account's unlock methods, each with a proof, which counts as an attempt on the session's device.
///
/// A change is made in memory to the very record that the proof opened, and written in one transaction with everything that
/// goes with it. If the record has changed since the request came, nothing is written.
///
/// What becomes of the ledgers: the proof resets the count in a row of the session's device, and a new passcode its count in
/// all; the other devices' ledgers stay as they are; the count of unknown devices' attempts begins again when the owner signs
/// in.
extension Accounts {
    /// Which unlock method is removed.
    enum OldMethod: Hashable, Sendable {
        case passcode
        case picture
    }

    /// What is written with a changed record.
    struct Commit: Sendable {
        enum Picture: Hashable, Sendable {
            case unchanged
            case set(String?)
        }

        enum Passphrase: Hashable, Sendable {
            case unchanged
            /// Whether the new passcode is one.
            case set(Bool)
        }

        var picture = Picture.unchanged
        var passphrase = Passphrase.unchanged
        var result = OperationResult()
        var also: [@Sendable (Database) throws -> Void] = []
    }

    /// Sets or changes an unlock method. All other sessions end.
    package func set(
        _ method: NewMethod, _ proof: Proof, _ session: Session, _ operation: Operation? = nil
    ) async throws(AccountError) -> SessionInfo {
        // A passcode takes as much room as the one before it.
        let purpose = method.pictureName == nil ? .essential : growth(session)
        return try await changing(session, operation, purpose, proof) { vault, key, commit throws(AccountError) in
            try await vaultErrors { () throws(VaultError) in
                try await self.set(method, session.account, vault, key, &commit)
            }
        }
    }

    /// Removes an unlock method. A passcode or a picture stays, passkeys or not.
    /// - Throws: also ``VaultError/lastWayIn``.
    func remove(
        _ method: OldMethod, _ proof: Proof, _ session: Session, _ operation: Operation? = nil
    ) async throws(AccountError) -> SessionInfo {
        try await changing(session, operation, .essential, proof) { vault, key, commit throws(AccountError) in
            try await vaultErrors { () throws(VaultError) in
                let status = try await vault.status()
                switch method {
                case .passcode:
                    guard status.hasPicture else { throw VaultError.lastWayIn }
                    try await vault.removePasscode(with: key)
                    commit.passphrase = .set(false)
                case .picture:
                    guard status.passcodeKind != nil else { throw VaultError.lastWayIn }
                    try await vault.removePicture(with: key)
                    commit.picture = .set(nil)
                }
            }
        }
    }

    /// Makes a new recovery code; the old one opens nothing any more.
    func renewRecoveryCode(
        _ proof: Proof, _ session: Session, _ operation: Operation? = nil
    ) async throws(AccountError) -> RecoveryCode {
        try await once(operation) { result throws(AccountError) in
            guard let code = result.recoveryCode.flatMap({ try? RecoveryCode($0) }) else { throw .conflict }
            return code
        } _: { () throws(AccountError) in
            var code: RecoveryCode?
            try await change(session, operation, .essential, proof) { vault, key, commit throws(AccountError) in
                try await vaultErrors { () throws(VaultError) in
                    let new = try await vault.renewRecoveryCode(with: key)
                    commit.result.recoveryCode = new.text
                    code = new
                }
            }
            guard let code else { throw .conflict }
            return code
        }
    }

    /// Does a change once for each operation, and gives back the session afterwards.
    func changing(
        _ session: Session, _ operation: Operation?, _ purpose: AccountDatabase.Purpose, _ proof: Proof,
        _ body: (Vault, DataKey, inout Commit) async throws(AccountError) -> Void,
        before check: () throws(AccountError) -> Void = {}
    ) async throws(AccountError) -> SessionInfo {
        try await once(operation) { _ throws(AccountError) in
            try await info(session)
        } _: { () throws(AccountError) in
            // What needs no proof comes first, so that nothing is counted for it.
            try check()
            try await change(session, operation, purpose, proof, body)
            return try await info(session)
        }
    }

    /// Returns the purpose of a transaction that makes the session's account larger.
    func growth(_ session: Session) -> AccountDatabase.Purpose { .growth(session.account.id, at: now) }

    /// Tries a proof on the session's device.
    /// - Returns: the key, to be forgotten by the caller, and the record that the proof opened.
    func prove(_ proof: Proof, _ session: Session) async throws(AccountError) -> (DataKey, StoredBytes) {
        if case .passkey(let proof) = proof {
            try checkChallenge(proof.assertion.claimedChallenge, proof.ceremony)
        }
        guard session.mayGuess || !proof.canBeGuessed else { throw .knownDevicesOnly }
        let record = PinnedRecord(database, session.account.id, pins: true)
        return try await vaultErrors { () throws(VaultError) in
            _ = try await record.load()
            let vault = vault(record, LedgerRow(database: database, device: session.device), session.lane)
            let key = try await open(vault, session.account, on: session.device, with: proof)
            guard let opened = record.last else { throw .missing }
            return (key, opened)
        }
    }

    func set(
        _ method: NewMethod, _ account: AccountRow, _ vault: Vault, _ key: DataKey, _ commit: inout Commit
    ) async throws(VaultError) {
        switch method {
        case .passcode(let text, let kind, let isPassphrase):
            try await vault.setPasscode(SecretBytes(text.bytes), kind: kind, with: key)
            commit.passphrase = .set(isPassphrase)
        case .picture(let picture, let template):
            try await vault.setPicture(template, with: key)
            commit.picture = .set(picture)
            guard let name = AccountName(account.name) else { throw .damaged }
            let drawn = drawnBefore(name, account.id)
            commit.also.append { try drawn.remember(template.samples, in: $0) }
        }
    }

    /// Puts a changed record in the place of the one that it was made from, with everything that goes with it.
    static func write(
        _ commit: Commit, _ new: StoredBytes, replacing old: StoredBytes, of account: AccountID,
        in database: Database
    ) throws {
        try StoredVault.replaceRecord(new, replacing: old.version, of: account, in: database)
        if case .set(let picture) = commit.picture {
            try database.execute(
                sql: "UPDATE account SET picture = ? WHERE id = ?", arguments: [picture, account.bytes])
        }
        if case .set(let isPassphrase) = commit.passphrase {
            let cost = isPassphrase ? try VaultRecord(new).passcodeCost : nil
            try database.execute(
                sql: "UPDATE account SET passphraseCost = ? WHERE id = ?", arguments: [cost?.stored, account.bytes])
        }
        for body in commit.also { try body(database) }
        try StorageTable(database: database).recount(account)
    }

    private func change(
        _ session: Session, _ operation: Operation?, _ purpose: AccountDatabase.Purpose, _ proof: Proof,
        _ body: (Vault, DataKey, inout Commit) async throws(AccountError) -> Void
    ) async throws(AccountError) {
        let (key, record) = try await prove(proof, session)
        defer { key.forget() }
        let account = session.account.id
        let row = LedgerRow(database: database, device: session.device)
        let counted = try await vaultErrors { () throws(VaultError) in try await row.load() }
        let ledger = MemoryPlace(counted, identity: row.identity)
        let store = MemoryPlace(record)
        var commit = Commit()
        try await body(vault(store, ledger, session.lane), key, &commit)
        try await vaultErrors { () throws(VaultError) in
            let (new, newLedger, now) = (try await store.load(), try await ledger.load(), now)
            try await database.writeUncancelled(purpose) { [commit, lifetimes = parameters.sessions] database in
                let sessions = SessionTable(database: database, lifetimes: lifetimes)
                guard try sessions.find(session.token, at: now) != nil else { throw VaultError.conflict }
                try Self.write(commit, new, replacing: record, of: account, in: database)
                if newLedger != counted {
                    try LedgerRow.save(newLedger, replacing: counted.version, of: row.device, in: database)
                }
                try sessions.endAll(of: account, except: session.token)
                if let operation {
                    try OperationTable(database: database).insert(operation, commit.result, account, at: now)
                }
            }
        }
    }

    /// Does `body` and gives the vault's errors their place among the accounts'.
    func vaultErrors<Result>(
        _ body: () async throws(VaultError) -> Result
    ) async throws(AccountError) -> Result {
        do throws(VaultError) { return try await body() } catch {
            throw error == .conflict ? .conflict : .vault(error)
        }
    }
}
