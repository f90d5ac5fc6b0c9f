// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// The change of an account's name.
extension Accounts {
    /// Changes the account's name. Its devices stay known, even under the former name until their next sign-in.
    /// Sessions stay too.
    /// - Throws: ``AccountError/nameTaken`` and ``AccountError/passcodeContainsName`` after the proof was accepted.
    func rename(
        to name: AccountName, _ proof: Proof, _ session: Session, _ operation: Operation? = nil
    ) async throws(AccountError) -> SessionInfo {
        try await once(operation) { _ throws(AccountError) in
            try await info(session)
        } _: { () throws(AccountError) in
            let (key, _) = try await prove(proof, session, operation)
            defer { key.erase() }
            try await checkPasscode(proof, session, for: name)
            let account = try await renamed(to: name, session, operation)
            await adaptPicturePassword(of: account.id, on: session.device, session.lane, to: proof, with: key)
            return try await info(
                account, on: session.device, remainingMilliseconds: session.remainingMilliseconds)
        }
    }

    /// Checks that the passcode of a proof is not made of the new name. With any other proof, the passcode is not
    /// known.
    private func checkPasscode(
        _ proof: Proof, _ session: Session, for name: AccountName
    ) async throws(AccountError) {
        guard case .passcode(let text) = proof, let old = AccountName(session.account.name),
            let kind = try await status(session.account.id, on: session.device).passcodeKind
        else { return }
        func isFit(_ name: AccountName) -> Bool {
            (try? NewMethod.checked(passcode: text, kind: kind, of: name)) != nil
        }
        // A passcode that is unfit for the former name too is no reason.
        guard isFit(name) || !isFit(old) else { throw .passcodeContainsName }
    }

    private func renamed(
        to name: AccountName, _ session: Session, _ operation: Operation?
    ) async throws(AccountError) -> AccountRow {
        let (id, now) = (session.account.id, now)
        let (newKey, secrets) = (secrets.key(of: name), secrets)
        do throws(AccountError) {
            return try await writeUncancelled { [lifetimes = parameters.sessions] database in
                let sessions = SessionTable(database: database, lifetimes: lifetimes)
                guard try sessions.find(session.token, at: now) != nil,
                    let old = try AccountRow.find(id, in: database), let oldName = AccountName(old.name)
                else { throw StoreError.conflict }
                try AccountRow.rename(id, to: name, in: database)
                if oldName.canonical != name.canonical {
                    try DeviceTable(database: database).addName(name, former: oldName, of: id)
                    try FailureTable(database: database).move(secrets.key(of: oldName), to: newKey)
                }
                try StorageTable(database: database).recount(id)
                if let operation {
                    try OperationTable(database: database).insert(operation, OperationResult(), id, at: now)
                }
                guard let new = try AccountRow.find(id, in: database) else { throw StoreError.missing }
                return new
            }
        } catch {
            throw Self.meansExisting(error) ? .nameTaken : error
        }
    }

    /// Returns whether an error means that another account has the name. PostgreSQL reports this if two accounts take a
    /// name at the same time.
    private static func meansExisting(_ error: AccountError) -> Bool {
        guard case .store(.server(let state)) = error else { return error == .store(.exists) }
        return state.text == "23505"
    }

    /// Returns the current name of the account that a known device means by a name, otherwise the name itself.
    func currentName(_ name: AccountName, _ client: Client) async throws(AccountError) -> AccountName {
        guard let browser = try await knownBrowser(name, client) else { return name }
        return AccountName(browser.account.name) ?? name
    }
}
