// SPDX-License-Identifier: MIT
import ArgumentParser
import LockVault

/// `inklock check`: checks whether the accounts of a folder or of a shared database are complete.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the accounts of a service, which may be running.",
        discussion: """
            Reads the whole database, every account's record, and every device's count of attempts with the key. The \
            exit status is 0 if all is well, 65 if single records cannot be read, and 78 if the database or its key cannot \
            be used. PostgreSQL checks its own files: see pg_amcheck.
            """)

    @OptionGroup var options: AccountsOptions

    func run() async throws {
        let shared = try await options.shared()
        let found =
            if let shared { try await checked(shared) } else {
                try await checked(try await options.folder.database())
            }
        let earlier =
            found.onEarlierKeys == 0 ? "" : ", \(found.onEarlierKeys) accounts depend on an earlier key"
        let text =
            "\(found.accounts) accounts, \(found.ledgers) devices, \(found.notes) notes, \(found.bytes >> 10) KiB\(earlier): all is well\n"
        try OutputFile(path: "-").write(Array(text.utf8))
    }

    private func checked(_ shared: OperatorAccounts) async throws(CommandError) -> AccountInspection {
        let keys = shared.secrets.deviceKeys(of: nil)
        let transfer = try await Self.transfer(keys, shared.keyPath)
        let found = try await shared.read { try AccountInspection($0, keys, transfer) }
        try Self.check(found.fault(key: shared.keyPath, database: "the database", whole: "database"))
        return found
    }

    private func checked(_ database: OperatorDatabase) async throws(CommandError) -> AccountInspection {
        let (path, key) = (database.folder.database, database.folder.key)
        let keys = ServiceSecrets(try await database.keyRing()).deviceKeys(of: nil)
        let transfer = try await Self.transfer(keys, key)
        let found = try await database.read { try AccountInspection(file: $0, path: path, keys, transfer) }
        try Self.check(found.fault(key: key, database: path, whole: "folder"))
        return found
    }

    private static func transfer(
        _ keys: DeviceKeyRing, _ path: String
    ) async throws(CommandError) -> LedgerTransfer {
        do throws(VaultError) { return try await LedgerTransfer(deviceKey: keys) } catch {
            throw CommandError(AccountServiceError(key: error, path))
        }
    }

    private static func check(_ fault: String?) throws(CommandError) {
        if let fault { throw CommandError(.malformedInput, fault) }
    }
}
