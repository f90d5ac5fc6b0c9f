// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// `inklock accounts`: the operator's view of the accounts.
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "List, show and delete accounts of a service, which may be running.",
        subcommands: [ListAccounts.self, ShowAccount.self, DeleteAccount.self])

    func run() async throws {
        throw CommandError(.usage, "say what to do: accounts list, show or delete (inklock accounts --help tells more)")
    }
}

/// `inklock accounts list`.
struct ListAccounts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all accounts by name, one a line: ID, date, size, devices, notes and name."
    )

    @OptionGroup var options: DataOptions

    @Flag(help: "Print a JSON object for each account.")
    var json = false

    func run() async throws {
        let database = try await options.database()
        // A reader that waits, such as a pager, must not keep the server from shortening its write-ahead file.
        let lines = try await database.read { [json] rows in
            var lines: [UInt8] = []
            try AccountSummary.forEach(in: rows) { account in
                lines += Array("\(json ? try account.lineJSON() : account.line)\n".utf8)
            }
            return lines
        }
        try OutputFile(path: "-").write(lines)
    }
}

/// `inklock accounts show`.
struct ShowAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show one account.")

    @OptionGroup var options: DataOptions

    @Flag(help: "Print a JSON object.")
    var json = false

    @Argument(help: "The account's name, or its ID of 32 digits.")
    var account: String

    func run() async throws {
        let found = try await options.database().account(account)
        let text = json ? "\(try found.lineJSON())\n" : found.description
        try OutputFile(path: "-").write(Array(text.utf8))
    }
}

/// `inklock accounts delete`.
struct DeleteAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an account with all its notes, for good.",
        discussion: "Its sessions end with their next request, and its name is free again.")

    @OptionGroup var options: DataOptions

    @Flag(help: "Delete it; without, the command only says what would be deleted.")
    var yes = false

    @Argument(help: "The account's name, or its ID of 32 digits.")
    var account: String

    func run() async throws {
        let database = try await options.database()
        let found = try await database.account(account)
        guard yes else {
            throw CommandError(
                .usage,
                "this deletes \(TerminalText.name(found.name)) (\(found.id)) with \(found.notes) notes; add --yes to do it"
            )
        }
        let secrets = ServiceSecrets(try await database.deviceKey())
        guard let id = Hexadecimal.bytes(found.id).map(AccountID.init) else { return }
        let key = AccountName(found.name).map { secrets.key(of: $0) }
        try await database.write { try Accounts.delete(id, failures: key, in: $0) }
    }
}
