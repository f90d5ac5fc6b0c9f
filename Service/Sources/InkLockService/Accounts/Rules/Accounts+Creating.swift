// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Passcode

extension Accounts {
    /// Makes an account and signs its owner in. The recovery code is given out once.
    ///
    /// The vault is made in memory first: an account is there whole or not at all, and a taken name costs the same work
    /// as a free one.
    func create(_ name: AccountName, _ method: NewMethod, _ client: Client) async throws(AccountError) -> SignedIn {
        guard parameters.isOpenToNewAccounts else { throw .closedToNewAccounts }
        do throws(VaultError) {
            let (store, ledger) = (MemoryPlace(), MemoryPlace())
            let vault = Vault(
                store: store, ledger: ledger, deviceKey: deviceKey, parameters: parameters.vault, deriver: deriver,
                clock: clock)
            let (code, notesKey) = try await make(vault, method)
            let (record, counted) = (try await store.load(), try await ledger.load())
            let (token, device, id, now) = (CookieToken.random(), client.device ?? .random(), AccountID.random(), now)
            let (strangers, own) = (secrets.key(of: name), secrets.key(of: device, for: id))
            let account = try await database.write { [lifetimes = parameters.sessions] database in
                try AccountRow.insert(
                    id, name, vault: record, picture: method.pictureName, at: now, in: database)
                // What was tried at the name while nobody had it is no concern of its owner's.
                try LedgerRow.remove(strangers, in: database)
                try LedgerRow.insert(counted, strangers, id, at: now, in: database)
                try Self.begin(
                    id, token, device, own, copying: strangers, client.session, lifetimes, at: now, in: database)
                return try AccountRow.find(id, in: database)
            }
            guard let account else { throw .damaged }
            if case .picture(_, let template) = method {
                try await drawnBefore(name, id).remember(template.samples)
            }
            let info = try await info(account, remainingMilliseconds: parameters.sessions.firstMilliseconds)
            return SignedIn(
                session: info, token: token, device: device, notesKey: notesKey, recoveryCode: code)
        } catch {
            throw error == .exists ? .nameTaken : .vault(error)
        }
    }

    private func make(_ vault: Vault, _ method: NewMethod) async throws(VaultError) -> (RecoveryCode?, NotesKey) {
        let new: NewVault
        switch method {
        case .passcode(let bytes, let kind):
            new = try await vault.create(passcode: SecretBytes(bytes), kind: kind)
        case .picture(_, let template):
            new = try await vault.create()
            try await vault.setPicture(template, with: new.key)
        }
        defer { new.key.forget() }
        guard let notesKey = NotesKey(new.key) else { throw .forgottenKey }
        return (new.recoveryCode, notesKey)
    }
}
