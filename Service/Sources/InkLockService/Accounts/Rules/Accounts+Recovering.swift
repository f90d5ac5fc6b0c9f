// SPDX-License-Identifier: MIT
import Foundation
import LockVault

extension Accounts {
    /// Opens an account with its recovery code. A new method replaces the passcode and the drawing, and a new code
    /// replaces the old one. All sessions end, and all devices but this one are forgotten, with their ledgers. All of
    /// this happens in one transaction.
    package func recover(
        _ name: AccountName, code: String, _ method: NewMethod, _ client: Client, _ operation: Operation? = nil
    ) async throws(AccountError) -> SignedIn {
        try await recover(name, code: code, client, operation) { _ throws(AccountError) in method }
    }

    /// Opens an account with its recovery code, and checks the new method only after the code.
    /// - Parameter method: A closure that returns the new method of the account with its current name. If it throws,
    ///   nothing changes: the code stays valid, and the attempt does not count as wrong.
    func recover(
        _ name: AccountName, code: String, _ client: Client, _ operation: Operation?,
        to method: (AccountName) async throws(AccountError) -> NewMethod
    ) async throws(AccountError) -> SignedIn {
        try await once(operation) { result throws(AccountError) in
            try await repeated(result)
        } _: { () throws(AccountError) in
            let name = try await currentName(name, client)
            let opened = try await open(name, recoveryCode: code, client)
            defer { opened.key.erase() }
            let chosen: NewMethod
            do throws(AccountError) {
                guard !opened.account.isDisabled else { throw .accountDisabled }
                chosen = try await method(name)
            } catch {
                try await takeBack(opened)
                throw error
            }
            do throws(AccountError) { return try await recover(opened, chosen, client, operation) } catch {
                // The code was right, and the new passcode was not derived.
                if [.accountDisabled, .vault(.busy), .vault(.cancelled)].contains(error) { try await takeBack(opened) }
                throw error
            }
        }
    }

    private func recover(
        _ opened: Opened, _ method: NewMethod, _ client: Client, _ operation: Operation?
    ) async throws(AccountError) -> SignedIn {
        guard let notesKey = NotesKey(opened.key) else { throw .vault(.keyErased) }
        let (store, ledger) = (InMemoryStorage(opened.record), InMemoryStorage(opened.ledger))
        let staged = vault(store, ledger, of: opened.account.id, .unknown(address: client.address))
        var commit = Commit()
        try await set(method, opened.account, staged, opened.key, &commit)
        // Remove the other method: a thief may know it.
        let other: OldMethod = if case .passcode = method { .picture } else { .passcode }
        try await remove(other, staged, opened.key, &commit)
        let (code, record, fresh) = try await vaultErrors { () throws(VaultError) in
            (
                try await staged.renewRecoveryCode(with: opened.key), try await store.load(), try await ledger.load()
            )
        }
        let now = now
        let beginning = Beginning(
            opened.account, known: nil, record: record, ledger: fresh, wasCounted: opened.wasCounted, client, self,
            at: now)
        let account = opened.account.id
        let result = OperationResult(
            recoveryCode: code.text, session: beginning.token.text, device: beginning.deviceToken.text,
            notesKey: notesKey.text)
        let begun = try await writeUncancelled { [commit, ledgers] database in
            try Self.write(commit, record, replacing: opened.record, of: account, ledgers, in: database)
            try database.run(
                sql: "UPDATE account SET ledger = ?, ledgerVersion = ? WHERE id = ?",
                arguments: [Data(fresh.bytes), Int64(bitPattern: fresh.version), account.bytes])
            // Their sessions end with them.
            try DeviceTable(database: database).forgetAll(of: account)
            let begun = try beginning.write(to: database)
            if let operation {
                try OperationTable(database: database).insert(operation, result, account, at: now)
            }
            return begun
        }
        return SignedIn(
            session: try await info(begun, beginning), token: beginning.token, device: beginning.deviceToken,
            notesKey: notesKey, recoveryCode: code, failures: begun.failures)
    }
}
