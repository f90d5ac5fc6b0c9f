// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault
import Passcode

/// Attempts from unknown devices. The responses, and the numbers of reads, writes and derivations, are equal for all
/// names. They do not reveal whether an account exists, its unlock methods, or the cost of its passphrase.
extension Accounts {
    /// Tries a passphrase, with one derivation for each cost in use.
    func open(
        _ name: AccountName, passphrase: TypedPasscode, _ client: Client
    ) async throws(AccountError) -> Opened {
        let targets = try await targets(name)
        let isCounted = try await countStranger(name)
        var (opened, hasTried) = (nil as Opened?, false)
        for target in targets.vaults {
            let record = ReadRecord(database, target.account, target.vault.record, ledgers)
            let ledger = InMemoryStorage(target.vault.ledger)
            let vault = vault(record, ledger, of: record.account, .unknown(address: client.address))
            do throws(VaultError) {
                let key = try await vault.unlock(passcode: SecretBytes(passphrase.bytes))
                guard let account = targets.account, account.id == target.account else { throw .damaged }
                opened = Opened(
                    account: account, key: key, record: record.last, device: nil, ledger: try await ledger.load(),
                    wasCounted: isCounted)
            } catch {
                if case .refused(let standing) = error { try await requireKey(for: standing) }
                guard Self.isWrong(error) else {
                    opened?.key.erase()
                    // A queue that was full from the first turn on tried nothing, and what opened the account was
                    // right. Whether an attempt of a client that left was tried is not known.
                    if isCounted, opened != nil || (error == .busy && !hasTried) { try await uncountStranger(name) }
                    throw AccountError(error)
                }
            }
            hasTried = true
        }
        guard let opened else { throw .wrongProof }
        return opened
    }

    /// Tries a recovery code.
    /// - Throws: `VaultError.malformedRecoveryCode(_:)` before anything is looked up.
    func open(_ name: AccountName, recoveryCode: String, _ client: Client) async throws(AccountError) -> Opened {
        do throws(RecoveryCodeError) { _ = try RecoveryCode(recoveryCode) } catch {
            throw .vault(.malformedRecoveryCode(error))
        }
        guard let decoy = try await decoys.all(self).first?.account else { throw .store(.damaged) }
        let found = try await read { database in
            let account = try AccountRow.find(name, in: database)
            return (account, try StoredVault.find(account?.id ?? decoy, in: database))
        }
        guard let stored = found.1 else { throw .wrongProof }
        let isCounted = try await countStranger(name)
        let record = ReadRecord(database, found.0?.id ?? decoy, stored.record, ledgers)
        let ledger = InMemoryStorage(stored.ledger)
        let vault = vault(record, ledger, of: record.account, .unknown(address: client.address))
        let key: DataKey
        do throws(VaultError) { key = try await vault.unlock(recoveryCode: recoveryCode) } catch {
            throw Self.isWrong(error) ? .wrongProof : AccountError(error)
        }
        guard let account = found.0 else { throw .store(.damaged) }
        let last = try await vaultErrors { () throws(VaultError) in try await ledger.load() }
        return Opened(
            account: account, key: key, record: record.last, device: nil, ledger: last, wasCounted: isCounted)
    }

    /// Tries a passkey. The attempt is not counted, because a passkey cannot be guessed.
    func open(_ account: AccountRow, with proof: PasskeyProof, _ client: Client) async throws(AccountError) -> Opened {
        guard let stored = try await read(.query, { try StoredVault.find(account.id, in: $0) }) else {
            throw .wrongProof
        }
        let record = ReadRecord(database, account.id, stored.record, ledgers)
        let ledger = InMemoryStorage(stored.ledger)
        let key = try await open(
            vault(record, ledger, of: account.id, .unknown(address: client.address)), account.id, with: proof)
        let last = try await vaultErrors { () throws(VaultError) in try await ledger.load() }
        return Opened(account: account, key: key, record: record.last, device: nil, ledger: last, wasCounted: false)
    }

    /// The account and the vaults that an attempt with a passphrase tries.
    private struct Targets: Sendable {
        let account: AccountRow?
        let vaults: [(account: AccountID, vault: StoredVault)]
    }

    private func targets(_ name: AccountName) async throws(AccountError) -> Targets {
        for isLast in [false, true] {
            let entries = isLast ? try await decoys.reload(self) : try await decoys.all(self)
            let targets = try await read { database in
                let account = try AccountRow.find(name, in: database)
                let vaults = try entries.map { entry in
                    let isReal = account?.passphraseCost == entry.cost
                    let id = isReal ? account?.id ?? entry.account : entry.account
                    guard let vault = try StoredVault.find(id, in: database) else { throw StoreError.missing }
                    return (account: id, vault: vault)
                }
                return Targets(account: account, vaults: vaults)
            }
            // Another process may have added a cost.
            guard let cost = targets.account?.passphraseCost, !entries.contains(where: { $0.cost == cost }) else {
                return targets
            }
        }
        throw .conflict
    }

    /// Counts an attempt from an unknown device.
    /// - Returns: A Boolean value that indicates whether the attempt is counted. If space is short, only names that
    ///   already have a row are counted, because the reserve is for owners.
    private func countStranger(_ name: AccountName) async throws(AccountError) -> Bool {
        let (key, now) = (secrets.key(of: name), now)
        do throws(StoreError) {
            return try await database.writeUncancelled(.probe) { [database] connection in
                try FailureTable(database: connection).count(key, at: now, grows: database.hasRoom(connection))
            }
        } catch {
            guard error.isFull else { throw AccountError(error) }
            return false
        }
    }

    /// Removes the count of an attempt that was right, or that a full queue refused.
    func uncountStranger(_ name: AccountName) async throws(AccountError) {
        let key = secrets.key(of: name)
        try await writeUncancelled { try FailureTable(database: $0).uncount(key) }
    }

    /// Returns a Boolean value that indicates whether a failure must look like a wrong proof to the client.
    private static func isWrong(_ error: VaultError) -> Bool {
        switch error {
        case .rejected, .refused, .notEnrolled, .invalidPasscode: true
        default: false
        }
    }
}
