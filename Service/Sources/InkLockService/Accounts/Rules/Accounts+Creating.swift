// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Passcode

extension Accounts {
    /// Creates an account and signs its owner in. The browser becomes its first known device. The recovery code is
    /// returned only once.
    ///
    /// The vault is created in memory, so that the account is stored in one transaction. Each call costs one
    /// derivation, even for a taken name or a picture password.
    package func create(
        _ name: AccountName, _ method: NewMethod, _ client: Client, _ operation: Operation? = nil
    ) async throws(AccountError) -> SignedIn {
        try await once(operation) { result throws(AccountError) in
            try await repeated(result)
        } _: { () throws(AccountError) in
            guard newAccounts.isOpen else { throw .closed }
            do throws(AccountError) { return try await made(name, method, client, operation) } catch {
                throw error == .store(.exists) ? .nameTaken : error
            }
        }
    }

    /// Checks that an account with a name can be created now.
    /// - Throws: ``AccountError/nameTaken`` and ``AccountError/closed``.
    func checkIsFree(_ name: AccountName) async throws(AccountError) {
        guard newAccounts.isOpen else { throw .closed }
        guard try await read(.query, { try AccountRow.find(name, in: $0) }) == nil else { throw .nameTaken }
    }

    private func made(
        _ name: AccountName, _ method: NewMethod, _ client: Client, _ operation: Operation?
    ) async throws(AccountError) -> SignedIn {
        let (store, ledger) = (InMemoryStorage(), InMemoryStorage())
        let lane = Lane.unknown(address: client.address)
        let (code, notesKey) = try await make(vault(store, ledger, of: nil, lane), method, lane)
        var methods = AccountRow.Methods(picture: method.pictureName)
        let stored = try await vaultErrors { () throws(VaultError) in
            let stored = StoredVault(record: try await store.load(), ledger: try await ledger.load())
            if case .passcode(_, _, isPassphrase: true) = method {
                methods.passphraseCost = try VaultRecord(stored.record).passcodeCost
            }
            return stored
        }
        let (id, nameKey, now) = (AccountID.random(), secrets.key(of: name), now)
        let drawn = replayTable(id)
        let (beginning, begun) = try await writeUncancelled(.growth(id, at: now)) { [methods] database in
            try AccountRow.insert(
                id, name: name.text, canonicalName: name.canonical, stored, methods, at: now, in: database)
            // Failures at the name before the account existed do not concern its owner.
            try FailureTable(database: database).forget(nameKey)
            guard let account = try AccountRow.find(id, in: database) else { throw StoreError.damaged }
            if case .picture(_, let template) = method { try drawn.remember(template.samples, in: database) }
            let beginning = Beginning(
                account, known: nil, record: stored.record, ledger: stored.ledger, wasCounted: false, client, self,
                at: now)
            let begun = try beginning.write(to: database)
            if let operation {
                let result = OperationResult(
                    recoveryCode: code?.text, session: beginning.token.text, device: beginning.deviceToken.text,
                    notesKey: notesKey.text)
                try OperationTable(database: database).insert(operation, result, id, at: now)
            }
            return (beginning, begun)
        }
        return SignedIn(
            session: try await info(begun, beginning), token: beginning.token, device: beginning.deviceToken,
            notesKey: notesKey, recoveryCode: code)
    }

    private func make(
        _ vault: Vault, _ method: NewMethod, _ lane: Lane
    ) async throws(AccountError) -> (RecoveryCode?, NotesKey) {
        let new = try await vaultErrors { () throws(VaultError) in
            switch method {
            case .passcode(let text, let kind, _):
                return try await vault.create(passcode: SecretBytes(text.bytes), kind: kind)
            case .picture(_, let template):
                // The same cost as for a passcode, so that picture passwords are not cheaper for mass registration.
                let random = (0..<16).map { _ in UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z")) }
                try await self.vault(InMemoryStorage(), InMemoryStorage(), of: nil, lane).create(
                    passcode: SecretBytes(random), kind: .alphanumeric
                ).key.erase()
                let new = try await vault.create()
                try await vault.setPicturePassword(template, with: new.key)
                return new
            }
        }
        defer { new.key.erase() }
        guard let notesKey = NotesKey(new.key) else { throw .vault(.keyErased) }
        return (new.recoveryCode, notesKey)
    }
}
