// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Synchronization

/// The replacement of the device key, in a database with running servers or in a folder without a server.
///
/// A new key is saved to the key file before anything is sealed under it. An old key is removed from the file last,
/// when no record uses it.
struct KeyRotation {
    /// The numbers of accounts by their keys.
    struct Count: Hashable, Sendable {
        var accounts = 0
        /// The number of accounts whose records have an earlier key than the current one.
        var onEarlierKeys = 0
        /// The number of accounts whose records have a key that is not in the file.
        var onMissingKeys = 0
        /// The rows whose records have an earlier key, including decoys.
        fileprivate var rows: [StoredRow] = []
    }

    /// A row of the table of accounts.
    fileprivate struct StoredRow: Hashable, Sendable {
        let id: AccountID
        let isDecoy: Bool
    }

    private let accounts: OperatorAccounts
    private var secrets: ServiceSecrets { accounts.secrets }
    private var file: SecretFile { SecretFile(path: accounts.keyPath) }

    /// The number of rows that are in memory at a time.
    private static let batch = 500

    init(_ accounts: OperatorAccounts) { self.accounts = accounts }

    /// A Boolean value that indicates whether the file has a newer key than the one that the servers use.
    var hasNewerKey: Bool { secrets.current > 0 }

    /// A Boolean value that indicates whether the file has an earlier key than the one that the servers use.
    var hasEarlierKeys: Bool { secrets.current < secrets.ring.keys.count - 1 }

    /// Counts the accounts by their keys, in a snapshot of the database. Servers may continue to run.
    func count() async throws(CommandError) -> Count {
        try await accounts.read { [keys = secrets.deviceKeys(of: nil)] in try Self.count(keys, in: $0) }
    }

    /// Counts the accounts in a serializable transaction, so that no server can add an account with an earlier key
    /// concurrently.
    private func finalCount() async throws(CommandError) -> Count {
        try await accounts.write { [keys = secrets.deviceKeys(of: nil)] in try Self.count(keys, in: $0) }
    }

    private static func count(_ keys: DeviceKeyRing, in database: any StoreTransaction) throws -> Count {
        var count = Count()
        let sql = "SELECT id, isDecoy, substr(vault, 1, \(VaultRecord.headByteCount)) AS head FROM account"
        try database.forEachRow(sql: sql, arguments: [], batch: batch) { row in
            let isDecoy: Bool = row["isDecoy"]
            if !isDecoy { count.accounts += 1 }
            switch keys.position(ofRecord: row["head"] as Data) {
            case nil: if !isDecoy { count.onMissingKeys += 1 }
            case let position? where position > keys.current:
                if !isDecoy { count.onEarlierKeys += 1 }
                count.rows.append(StoredRow(id: AccountID(row["id"]), isDecoy: isDecoy))
            case _?: break
            }
            return true
        }
        return count
    }

    /// Adds a new key to the file. In a folder, it seals accounts from the next start of the server on. Servers of a
    /// shared database continue with their key.
    func addKey() async throws(CommandError) {
        guard secrets.ring.keys.count < KeyRing.limit else {
            throw CommandError(
                .unavailable,
                "\(accounts.keyPath) has \(KeyRing.limit) keys already; finish earlier rotations with --finish")
        }
        let known = secrets.ring.keys.count
        try await replaceFile { ring throws(VaultError) in
            // Another command may have changed the file since it was read.
            guard ring.keys.count == known else { throw .conflict }
            return ring.withNewKey()
        }
    }

    /// Lets the servers of a shared database use the newest key of the file.
    func useNewestKey() async throws(CommandError) {
        let isChanged = try await accounts.write { [secrets] database in
            let row = try StoreRow.fetchOne(database, sql: "SELECT id, keyCheck FROM service")
            guard let row, row["keyCheck"] as Data == secrets.check(row["id"]) else { return false }
            let new = secrets.check(row["id"], at: 0)
            try database.run(sql: "UPDATE service SET keyCheck = ?", arguments: [new])
            return true
        }
        guard isChanged else { throw conflict }
        let check = try await accounts.read { database in
            try StoreRow.fetchOne(database, sql: "SELECT id, keyCheck FROM service").map {
                ($0["id"] as Data, $0["keyCheck"] as Data)
            }
        }
        guard let check, secrets.use(check.1, of: check.0) else { throw conflict }
    }

    /// Moves all accounts that need no secret of their owners to the current key.
    /// - Parameter removingPasscodes: A Boolean value that indicates whether the others are moved too, and lose their
    ///   passcodes.
    /// - Returns: The number of accounts that still have an earlier key, the number of those that have lost their
    ///   passcodes, and the accounts that cannot be moved because they are damaged.
    func moveAccounts(
        removingPasscodes: Bool
    ) async throws(CommandError) -> (left: Int, changed: Int, damaged: [AccountID]) {
        let transfer: LedgerTransfer
        do throws(VaultError) { transfer = try await LedgerTransfer(deviceKey: secrets.deviceKeys(of: nil)) } catch {
            throw CommandError(.keyUnusable(accounts.keyPath))
        }
        var (changed, damaged) = (0, [AccountID]())
        for row in try await count().rows {
            let isDamaged = Mutex(false)
            do throws(CommandError) {
                let hadPasscode = try await accounts.write { [secrets] database in
                    do { return try Self.move(row.id, secrets, transfer, removingPasscodes, in: database) } catch {
                        isDamaged.withLock { $0 = error is VaultError }
                        throw error
                    }
                }
                if hadPasscode { changed += 1 }
            } catch {
                guard isDamaged.withLock({ $0 }) else { throw error }
                if row.isDecoy {
                    // A server creates another one.
                    try await accounts.write {
                        try $0.run(sql: "DELETE FROM account WHERE id = ? AND isDecoy = 1", arguments: [row.id.bytes])
                    }
                } else {
                    damaged.append(row.id)
                }
            }
        }
        return (try await finalCount().onEarlierKeys, changed, damaged)
    }

    /// Moves an account to the new key.
    /// - Returns: A Boolean value that indicates whether the account has lost its passcode.
    private static func move(
        _ id: AccountID, _ secrets: ServiceSecrets, _ transfer: LedgerTransfer, _ removingPasscodes: Bool,
        in database: any StoreTransaction
    ) throws -> Bool {
        let row = try StoreRow.fetchOne(
            database, sql: "SELECT vault, vaultVersion, isDecoy FROM account WHERE id = ?", arguments: [id.bytes])
        // Deleted meanwhile.
        guard let row else { return false }
        let (isDecoy, stored): (Bool, StoredBytes) = (
            row["isDecoy"], StoredBytes(row, version: "vaultVersion", bytes: "vault")
        )
        let hasPasscode = try VaultRecord(stored).passcodeCost != nil && !isDecoy
        guard !hasPasscode || removingPasscodes,
            let new = try secrets.deviceKeys(of: id).moved(stored, isDecoy: isDecoy)
        else { return false }
        try StoredVault.replaceRecord(new, replacing: stored.version, of: id, transfer, in: database)
        return hasPasscode
    }

    /// Removes the earlier keys, which no record uses, from the file.
    func removeEarlierKeys() async throws(CommandError) {
        let (current, known) = (secrets.current, secrets.ring.keys.count)
        try await replaceFile { ring throws(VaultError) in
            guard ring.keys.count == known else { throw .conflict }
            return ring.upTo(current)
        }
    }

    private func replaceFile(
        _ change: @escaping @Sendable (KeyRing) throws(VaultError) -> KeyRing
    ) async throws(CommandError) {
        do throws(VaultError) {
            try await file.replace(limit: KeyRing.byteLimit) { secret throws(VaultError) in
                try change(try KeyRing(secret)).encoded
            }
        } catch {
            switch error {
            case .conflict: throw conflict
            case .storage(_, let code):
                throw CommandError(.noOutput, "\(accounts.keyPath): \(SystemError(number: code))")
            default: throw CommandError(.keyUnusable(accounts.keyPath))
            }
        }
    }

    private var conflict: CommandError {
        CommandError(.unavailable, "another command is replacing the key; look with --status")
    }
}
