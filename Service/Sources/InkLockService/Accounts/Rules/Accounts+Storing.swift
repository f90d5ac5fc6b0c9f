// SPDX-License-Identifier: MIT
import LockFlow
import LockVault

/// Transactions of the accounts' database, and the errors of vaults and database as ``AccountError``.
extension Accounts {
    /// Runs queries that change nothing.
    func read<Result: Sendable>(
        _ scope: ReadScope = .snapshot, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(AccountError) -> Result {
        try await storeErrors { () throws(StoreError) in try await database.read(scope, body) }
    }

    /// Runs one transaction, which is durable when this method returns. If the method throws, nothing has changed.
    func write<Result: Sendable>(
        _ purpose: StorePurpose = .essential, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(AccountError) -> Result {
        try await storeErrors { () throws(StoreError) in try await database.write(purpose, body) }
    }

    /// Runs one transaction that cancellation of the caller's task does not stop.
    func writeUncancelled<Result: Sendable>(
        _ purpose: StorePurpose = .essential, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(AccountError) -> Result {
        try await storeErrors { () throws(StoreError) in try await database.writeUncancelled(purpose, body) }
    }

    /// Runs `body` and converts the database's errors.
    func storeErrors<Result>(
        _ body: () async throws(StoreError) -> Result
    ) async throws(AccountError) -> Result {
        do throws(StoreError) { return try await body() } catch { throw AccountError(error) }
    }

    /// Runs `body` and converts the vault's errors.
    func vaultErrors<Result>(
        _ body: () async throws(VaultError) -> Result
    ) async throws(AccountError) -> Result {
        do throws(VaultError) { return try await body() } catch {
            if case .refused(let standing) = error { try await requireKey(for: standing) }
            throw AccountError(error)
        }
    }

    /// Checks that this server has the device key that the servers use, if a vault has a key that this server does not
    /// have.
    func requireKey(for standing: AttemptStanding) async throws(AccountError) {
        guard standing == .recoveryRequired(.deviceKeyChanged) else { return }
        guard try await storeErrors({ () throws(StoreError) in try await database.checkKey() }) else {
            throw .store(.otherKey)
        }
    }
}

extension AccountError {
    /// The error for a proof that does not open the account.
    static let wrongProof = AccountError.vault(.rejected(.attemptsAllowed))

    init(_ error: StoreError) {
        switch error {
        case .conflict: self = .conflict
        case .disabled: self = .accountDisabled
        default: self = .store(error)
        }
    }

    init(_ error: VaultError) {
        switch error {
        case .conflict: self = .conflict
        case .deviceKeyMissing: self = .store(.otherKey)
        // The record and the ledgers of a vault are rows.
        case .storage(.database, let code): self = .store(StoreError(code: code))
        default: self = .vault(error)
        }
    }
}
