// SPDX-License-Identifier: MIT
import ArgumentParser
import LockVault

/// `inklock check`: whether a folder of accounts is whole.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the accounts of a service, which may be running.",
        discussion: """
            Reads the whole database, every account's record, and every device's count of attempts with the key. The \
            exit status is 0 if all is well, and 65 if something is damaged.
            """)

    @OptionGroup var options: DataOptions

    func run() async throws {
        let database = try await options.database()
        let transfer: LedgerTransfer
        let keys = ServiceSecrets(try await database.keyRing()).deviceKeys(of: nil)
        do throws(VaultError) { transfer = try await LedgerTransfer(deviceKey: keys) } catch {
            throw CommandError(AccountServiceError(key: error, database.folder.key))
        }
        let path = database.folder.database
        let found = try await database.read { try AccountInspection($0, path: path, keys, transfer) }
        if let fault = found.fault(key: database.folder.key, database: path) {
            throw CommandError(.malformedInput, fault)
        }
        let earlier =
            found.onEarlierKeys == 0 ? "" : ", \(found.onEarlierKeys) accounts depend on an earlier key"
        let text =
            "\(found.accounts) accounts, \(found.ledgers) devices, \(found.notes) notes, \(found.bytes >> 10) KiB\(earlier): all is well\n"
        try OutputFile(path: "-").write(Array(text.utf8))
    }
}
