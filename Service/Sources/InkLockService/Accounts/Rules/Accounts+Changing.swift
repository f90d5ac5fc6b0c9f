// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Passcode

/// Changes of an account's unlock methods. Each requires a proof, which counts as an attempt on the session's device.
///
/// A change is applied in memory to the exact record that the proof opened, and written with all its side effects in
/// one transaction. If the stored record has changed since the request arrived, nothing is written.
///
/// Effects on the ledgers: the proof resets the consecutive failures of the session's device, and a new passcode resets
/// its total failures. The ledgers of other devices do not change. The count of attempts from unknown devices is reset
/// when the owner signs in.
extension Accounts {
    /// An unlock method to remove.
    enum OldMethod: Hashable, Sendable {
        case passcode
        case picture
    }

    /// The changes to write together with a changed record.
    struct Commit: Sendable {
        enum Picture: Hashable, Sendable {
            case unchanged
            case set(String?)
        }

        enum Passphrase: Hashable, Sendable {
            case unchanged
            /// The new value: `true` if the new passcode is a passphrase.
            case set(Bool)
        }

        var picture = Picture.unchanged
        var passphrase = Passphrase.unchanged
        var result = OperationResult()
        var also: [@Sendable (any StoreTransaction) throws -> Void] = []
    }

    /// Sets or changes an unlock method. All other sessions end.
    /// - Parameters:
    ///   - isPicture: A Boolean value that indicates whether the method is a picture password.
    ///   - judged: A closure that returns the method, or throws if it is not good enough. It is called only after the
    ///     proof was accepted.
    package func set(
        isPicture: Bool, _ proof: Proof, _ session: Session, _ operation: Operation? = nil,
        _ judged: () async throws(AccountError) -> NewMethod
    ) async throws(AccountError) -> SessionInfo {
        // A new passcode needs no more space than the previous one.
        let purpose = isPicture ? growth(session) : .essential
        return try await changing(session, operation, purpose, proof) { vault, key, commit throws(AccountError) in
            try await self.set(try await judged(), session.account, vault, key, &commit)
        }
    }

    /// Verifies a proof without a change, so that a page can ask for the current passcode before the new one. Counts as
    /// an attempt on the session's device.
    func check(_ proof: Proof, _ session: Session) async throws(AccountError) -> SessionInfo {
        try await prove(proof, session).0.erase()
        return try await info(session)
    }

    /// Removes an unlock method. A passcode or a picture password must remain, even if the account has passkeys.
    /// - Throws: `VaultError.lastMethod`, and the errors of the proof.
    func remove(
        _ method: OldMethod, _ proof: Proof, _ session: Session, _ operation: Operation? = nil
    ) async throws(AccountError) -> SessionInfo {
        try await changing(session, operation, .essential, proof) { vault, key, commit throws(AccountError) in
            try await self.remove(method, vault, key, &commit)
        }
    }

    func remove(
        _ method: OldMethod, _ vault: Vault, _ key: DataKey, _ commit: inout Commit
    ) async throws(AccountError) {
        try await vaultErrors { () throws(VaultError) in
            let status = try await vault.status()
            switch method {
            case .passcode:
                guard status.hasPicture else { throw VaultError.lastMethod }
                try await vault.removePasscode(with: key)
                commit.passphrase = .set(false)
            case .picture:
                guard status.passcodeKind != nil else { throw VaultError.lastMethod }
                try await vault.removePicturePassword(with: key)
                commit.picture = .set(nil)
            }
        }
    }

    /// Creates a new recovery code. The old one becomes invalid.
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

    /// Applies a change once for each operation and returns the session's new state.
    func changing(
        _ session: Session, _ operation: Operation?, _ purpose: StorePurpose, _ proof: Proof,
        _ body: (Vault, DataKey, inout Commit) async throws(AccountError) -> Void,
        before check: () async throws(AccountError) -> Void = {}
    ) async throws(AccountError) -> SessionInfo {
        try await once(operation) { _ throws(AccountError) in
            try await info(session)
        } _: { () throws(AccountError) in
            // Check what needs no proof first, so that a failure is not counted as an attempt.
            try await check()
            try await change(session, operation, purpose, proof, body)
            return try await info(session)
        }
    }

    /// Returns the purpose of a transaction that makes the session's account larger.
    func growth(_ session: Session) -> StorePurpose { .growth(session.account.id, at: now) }

    /// Verifies a proof on the session's device.
    /// - Parameter operation: The operation of the request; see ``ReplayTable``.
    /// - Returns: The data key, which the caller must erase, and the record that the proof opened.
    func prove(
        _ proof: Proof, _ session: Session, _ operation: Operation? = nil
    ) async throws(AccountError) -> (DataKey, StoredBytes) {
        if case .passkey(let proof) = proof {
            try await checkChallenge(proof.assertion.claimedChallenge, proof.ceremony)
        }
        guard try await mayGuess(session) || !proof.canBeGuessed else { throw .knownDevicesOnly }
        let record = pinned(session.account.id, pins: true)
        _ = try await vaultErrors { () throws(VaultError) in try await record.load() }
        let vault = vault(record, on: session.device, session.lane)
        let key = try await open(vault, session.account, on: session.device, with: proof, operation)
        guard let opened = record.last else { throw .store(.missing) }
        return (key, opened)
    }

    /// Returns whether the session's client may try passcodes and drawings. The session and the device are looked up
    /// again, because the body of the request may have arrived long after them.
    /// - Throws: ``AccountError/notSignedIn`` if the session has ended.
    private func mayGuess(_ session: Session) async throws(AccountError) -> Bool {
        let now = now
        let mayGuess = try await read(.query) { [lifetimes = parameters.sessions] database -> Bool? in
            guard try SessionTable(database: database, lifetimes: lifetimes).find(session.token, at: now) != nil else {
                return nil
            }
            guard let client = session.client else { return true }
            return try client.device.map { try DeviceTable(database: database).holds($0, session.device) } ?? false
        }
        guard let mayGuess else { throw .notSignedIn }
        return mayGuess
    }

    func set(
        _ method: NewMethod, _ account: AccountRow, _ vault: Vault, _ key: DataKey, _ commit: inout Commit
    ) async throws(AccountError) {
        switch method {
        case .passcode(let text, let kind, let isPassphrase):
            try await vaultErrors { () throws(VaultError) in
                try await vault.setPasscode(SecretBytes(text.bytes), kind: kind, with: key)
            }
            commit.passphrase = .set(isPassphrase)
        case .picture(let picture, let template):
            try await vaultErrors { () throws(VaultError) in try await vault.setPicturePassword(template, with: key) }
            commit.picture = .set(picture)
            let drawn = replayTable(account.id)
            commit.also.append { try drawn.remember(template.samples, in: $0) }
        }
    }

    /// Replaces a record with a changed version and writes the accompanying changes.
    static func write(
        _ commit: Commit, _ new: StoredBytes, replacing old: StoredBytes, of account: AccountID,
        _ ledgers: LedgerTransfer, in database: any StoreTransaction
    ) throws {
        try StoredVault.replaceRecord(new, replacing: old.version, of: account, ledgers, in: database)
        if case .set(let picture) = commit.picture {
            try database.run(
                sql: "UPDATE account SET picture = ? WHERE id = ?", arguments: [picture, account.bytes])
        }
        if case .set(let isPassphrase) = commit.passphrase {
            let cost = isPassphrase ? try VaultRecord(new).passcodeCost : nil
            try database.run(
                sql: "UPDATE account SET passphraseCost = ? WHERE id = ?", arguments: [cost?.stored, account.bytes])
        }
        for body in commit.also { try body(database) }
        try StorageTable(database: database).recount(account)
    }

    private func change(
        _ session: Session, _ operation: Operation?, _ purpose: StorePurpose, _ proof: Proof,
        _ body: (Vault, DataKey, inout Commit) async throws(AccountError) -> Void
    ) async throws(AccountError) {
        let (key, record) = try await prove(proof, session, operation)
        defer { key.erase() }
        let account = session.account.id
        let present = pinned(account, pins: false)
        let row = LedgerRow(database: database, device: session.device, record: present)
        let (counted, found) = try await vaultErrors { () throws(VaultError) in
            (try await row.load(), try await present.load())
        }
        // Another request may have moved record and ledger to another device key meanwhile.
        guard found.version == record.version else { throw .conflict }
        let ledger = InMemoryStorage(counted, identity: row.identity)
        let store = InMemoryStorage(record)
        var commit = Commit()
        let changed = vault(store, ledger, of: account, session.lane)
        // The template changes together with the operation's result. A template that cannot change stays as it was.
        if case .drawing(let gesture, _) = proof { try? await changed.adaptPicturePassword(to: gesture, with: key) }
        try await body(changed, key, &commit)
        let (new, newLedger) = try await vaultErrors { () throws(VaultError) in
            (try await store.load(), try await ledger.load())
        }
        let now = now
        try await writeUncancelled(purpose) { [commit, ledgers, lifetimes = parameters.sessions] database in
            let sessions = SessionTable(database: database, lifetimes: lifetimes)
            guard try sessions.find(session.token, at: now) != nil else { throw StoreError.conflict }
            // The ledger comes first: the record takes those with it that have another device key.
            if newLedger != counted {
                try LedgerRow.save(newLedger, replacing: counted.version, of: row.device, in: database)
            }
            try Self.write(commit, new, replacing: record, of: account, ledgers, in: database)
            try sessions.endAll(of: account, except: session.token)
            if let operation {
                try OperationTable(database: database).insert(operation, commit.result, account, at: now)
            }
        }
    }
}
