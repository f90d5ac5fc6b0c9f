// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// `inklock accounts`: the operator's view of the accounts.
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "List, show, limit, disable and delete accounts of a service, which may be running.",
        subcommands: [
            ListAccounts.self, ShowAccount.self, LimitAccount.self, DisableAccount.self, EnableAccount.self,
            DeleteAccount.self,
        ])

    func run() async throws {
        throw CommandError(
            .usage,
            "missing command: accounts list, show, limits, disable, enable or delete (see inklock accounts --help)")
    }
}

/// `inklock accounts list`.
struct ListAccounts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all accounts by name, one a line: ID, date, size, devices, notes and name."
    )

    @OptionGroup var options: AccountsOptions

    @Flag(help: "Print a JSON object for each account.")
    var json = false

    func run() async throws {
        let accounts = try await options.accounts()
        // A reader that waits, such as a pager, must not keep the server from shortening its write-ahead file.
        let lines = try await accounts.read { [json] rows in
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

    @OptionGroup var options: AccountsOptions

    @Flag(help: "Print a JSON object.")
    var json = false

    @Argument(help: "The account's name, or its ID of 32 digits.")
    var account: String

    func run() async throws {
        let found = try await options.accounts().account(account)
        let text = json ? "\(try found.lineJSON())\n" : found.description
        try OutputFile(path: "-").write(Array(text.utf8))
    }
}

/// `inklock accounts limits`.
struct LimitAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits", abstract: "Show or set how many notes one account may keep, and how many bytes.",
        discussion: """
            Without an option, the command prints the limits. A limit counts from the next note that is saved. Notes \
            above a new limit stay: their owner can read, shorten and remove them.
            """)

    /// The largest limit that can be set.
    private static let most: Int64 = 1 << 40

    @OptionGroup var options: AccountsOptions

    @Option(help: "The most notes.")
    var notes: Int64?

    @Option(help: "The most bytes of all notes together, as the service keeps them.")
    var bytes: Int64?

    @Flag(name: .customLong("default"), help: "Put both limits back to those of the service.")
    var isDefault = false

    @Argument(help: "The account's name, or its ID of 32 digits.")
    var account: String

    func run() async throws {
        guard !isDefault || (notes == nil && bytes == nil) else {
            throw CommandError(.usage, "--default takes no limits beside it")
        }
        for limit in [notes, bytes].compactMap({ $0 }) where !(0...Self.most).contains(limit) {
            throw CommandError(.usage, "a limit is a number from 0 to \(Self.most)")
        }
        let accounts = try await options.accounts()
        var found = try await accounts.account(account)
        if isDefault || notes != nil || bytes != nil {
            let id = found.accountID
            // Options that are not given keep their values.
            let (isDefault, notes, bytes) = (isDefault, notes, bytes)
            try await accounts.write { database in
                guard let now = try AccountSummary.find(id, in: database) else { return }
                try Accounts.limit(
                    id, notes: isDefault ? nil : notes ?? now.noteLimit,
                    bytes: isDefault ? nil : bytes ?? now.byteLimit,
                    in: database)
            }
            found = try await accounts.account(found.id)
        }
        try OutputFile(path: "-").write(Array(found.limits.utf8))
    }
}

/// `inklock accounts disable`.
struct DisableAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Disable an account until it is enabled again. Its notes stay.",
        discussion: """
            All its sessions and known devices end immediately. Nothing opens the account, also no passkey and no \
            recovery code. Its owner is told so after a correct proof; everyone else sees a wrong one.
            """)

    @OptionGroup var options: AccountsOptions

    @Argument(help: "The account's name, or its ID of 32 digits.")
    var account: String

    func run() async throws {
        let accounts = try await options.accounts()
        let (id, now) = (try await accounts.account(account).accountID, accounts.now)
        try await accounts.write { try Accounts.disable(id, at: now, in: $0) }
    }
}

/// `inklock accounts enable`.
struct EnableAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Enable an account again.",
        discussion: """
            Its owner signs in as on a new device: with a passkey, the recovery code or a passphrase. A short passcode \
            or a drawing opens it afterwards.
            """)

    @OptionGroup var options: AccountsOptions

    @Argument(help: "The account's name, or its ID of 32 digits.")
    var account: String

    func run() async throws {
        let accounts = try await options.accounts()
        let id = try await accounts.account(account).accountID
        try await accounts.write { try Accounts.enable(id, in: $0) }
    }
}

/// `inklock accounts delete`.
struct DeleteAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an account with all its notes, for good.",
        discussion: "Its sessions end with their next request, and its name is free again.")

    @OptionGroup var options: AccountsOptions

    @Flag(help: "Delete it; without, the command only says what would be deleted.")
    var yes = false

    @Argument(help: "The account's name, or its ID of 32 digits.")
    var account: String

    func run() async throws {
        let accounts = try await options.accounts()
        let found = try await accounts.account(account)
        guard yes else {
            throw CommandError(
                .usage,
                "this deletes \(TerminalText.name(found.name)) (\(found.id)) with \(found.notes) notes; add --yes to do it"
            )
        }
        let (id, secrets) = (found.accountID, accounts.secrets)
        let key = AccountName(found.name).map { secrets.key(of: $0) }
        try await accounts.write { try Accounts.delete(id, failures: key, in: $0) }
    }
}
