// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import Passcode

/// Decoys for names without an account, and for accounts without a passphrase. For each cost that passphrases have,
/// there is an account that nothing opens.
///
/// Decoys are rows of the table of accounts, so an attempt at them reads the same and derives the same as an attempt at
/// an account.
actor DecoyStore {
    /// A decoy.
    struct Entry: Hashable, Sendable {
        let cost: ScryptCost
        let account: AccountID
    }

    private var entries: [Entry]?

    /// The decoys by cost, including the cost of new passphrases.
    func all(_ accounts: Accounts) async throws(AccountError) -> [Entry] {
        if let entries { return entries }
        return try await reload(accounts)
    }

    /// Reads the costs in use, and creates a decoy for each new one.
    @discardableResult func reload(_ accounts: Accounts) async throws(AccountError) -> [Entry] {
        let stored = try await accounts.read(.query) { try AccountRow.passphraseCosts(in: $0) }
        let costs = Set(stored + [accounts.parameters.vault.cost]).sorted {
            ($0.work, $0.stored) < ($1.work, $1.stored)
        }
        var found: [Entry] = []
        for cost in costs { found.append(Entry(cost: cost, account: try await accounts.decoy(cost))) }
        entries = found
        return found
    }
}

extension Accounts {
    /// Returns the decoy of a cost, and creates it if there is none.
    fileprivate func decoy(_ cost: ScryptCost) async throws(AccountError) -> AccountID {
        // No account can have such a name.
        let name = "\u{1} \(cost.stored)"
        if let id = try await read(.query, { try AccountRow.find(canonicalName: name, in: $0)?.id }) { return id }
        let (store, ledger) = (InMemoryStorage(), InMemoryStorage())
        var parameters = parameters.vault
        parameters.cost = cost
        let vault = Vault(
            store: store, ledger: ledger, deviceKey: secrets.deviceKeys(of: nil), parameters: parameters,
            deriver: RandomKeys(), clock: clock)
        let random = (0..<32).map { _ in UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z")) }
        let stored = try await vaultErrors { () throws(VaultError) in
            try await vault.create(passcode: SecretBytes(random), kind: .alphanumeric).key.erase()
            return StoredVault(record: try await store.load(), ledger: try await ledger.load())
        }
        let now = now
        return try await write { database in
            // Another process may have created it first.
            if let other = try AccountRow.find(canonicalName: name, in: database) { return other.id }
            let id = AccountID.random()
            try AccountRow.insert(
                id, name: "", canonicalName: name, stored, .init(passphraseCost: cost), at: now, isDecoy: true,
                in: database)
            return id
        }
    }
}

/// A deriver that returns random keys, which no passcode matches.
private struct RandomKeys: Deriver {
    func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try await body()
    }

    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        SymmetricKey(size: .bits256)
    }
}
