// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// `inklock rotate-key`: replaces the device key of a service.
struct RotateKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-key",
        abstract: "Replace the key that seals the accounts of a service.",
        discussion: """
            The command adds a new key to the file of the keys. New accounts are sealed under it. An account with a \
            passcode moves to it when its owner next signs in with the passcode, because no one else can seal it \
            again. Any other account moves at its next sign-in. Each change says how many accounts still depend on an \
            earlier key.

            Stop the server of a folder first. The servers of a shared database may run: give all of them the \
            new file and start them again, then let them use the new key with --use. A server without the new key \
            serves no accounts from then on.

            --finish moves the accounts that need no secret of their owners, and removes the earlier keys from the \
            file if no account depends on them any more. With --remove-passcodes the others are moved too, and lose \
            their passcodes: their owners sign in with a passkey, the recovery code or a drawing, and set a new one.
            """)

    /// The number of damaged accounts that a message names.
    private static let namedAccounts = 10

    @OptionGroup var options: AccountsOptions

    @Flag(help: "Let the servers of a shared database use the new key, which all of them have.")
    var use = false

    @Flag(help: "Only say how many accounts depend on an earlier key.")
    var status = false

    @Flag(help: "Remove the earlier keys, if no account depends on them any more.")
    var finish = false

    @Flag(help: "With --finish: remove the passcodes of the accounts that still depend on an earlier key.")
    var removePasscodes = false

    func run() async throws {
        guard [use, status, finish].count(where: { $0 }) <= 1 else {
            throw CommandError(.usage, "give only one of --use, --status and --finish")
        }
        guard finish || !removePasscodes else { throw CommandError(.usage, "--remove-passcodes needs --finish") }
        let accounts = try await options.accounts()
        let locks = status ? [] : try accounts.folder?.locks() ?? []
        defer { withExtendedLifetime(locks) {} }
        // The file may have changed while another command had the folder.
        let rotation = KeyRotation(status ? accounts : try await options.accounts())
        let isShared = accounts.folder == nil
        if use {
            try await useKey(rotation, isShared: isShared)
        } else if finish {
            try await finish(rotation)
        } else if !status {
            try await addKey(rotation, isShared: isShared)
        }
        // Read the written files again for the report.
        try await say(KeyRotation(try await options.accounts()))
    }

    private func addKey(_ rotation: KeyRotation, isShared: Bool) async throws(CommandError) {
        guard !rotation.hasNewerKey else {
            throw CommandError(
                .usage, "there is a new key already: give its file to all servers, then use it with --use")
        }
        try await rotation.addKey()
        try write(
            isShared
                ? "a new key is in the file: give it to all servers, start them again, then use it with --use"
                : "a new key is in the file: it seals accounts from the next start of the server on")
    }

    private func useKey(_ rotation: KeyRotation, isShared: Bool) async throws(CommandError) {
        guard isShared else {
            throw CommandError(.usage, "--use is for a shared database: a folder uses its newest key")
        }
        guard rotation.hasNewerKey else {
            throw CommandError(.usage, "there is no newer key in the file than the one that the servers use")
        }
        try await rotation.useNewestKey()
        try write("the new key seals accounts from now on")
    }

    private func finish(_ rotation: KeyRotation) async throws(CommandError) {
        guard rotation.hasEarlierKeys else {
            throw CommandError(.usage, "there is no earlier key in the file than the one that seals accounts")
        }
        let (left, changed, damaged) = try await rotation.moveAccounts(removingPasscodes: removePasscodes)
        if changed > 0 { try write("\(changed) accounts have lost their passcodes") }
        guard damaged.isEmpty else {
            let names = damaged.prefix(Self.namedAccounts).map(\.text).joined(separator: ", ")
            let others = damaged.count > Self.namedAccounts ? " and \(damaged.count - Self.namedAccounts) others" : ""
            throw CommandError(
                .malformedInput,
                "damaged accounts depend on an earlier key: \(names)\(others); delete them, or restore a backup")
        }
        guard left == 0 else {
            throw CommandError(
                .doesNotHold,
                "\(left) accounts still depend on an earlier key, until their owners sign in with their passcodes; "
                    + "--remove-passcodes moves them and removes their passcodes")
        }
        try await rotation.removeEarlierKeys()
        try write("the earlier keys are removed from the file")
    }

    private func say(_ rotation: KeyRotation) async throws(CommandError) {
        let count = try await rotation.count()
        var text = "\(count.onEarlierKeys) of \(count.accounts) accounts depend on an earlier key"
        if count.onMissingKeys > 0 { text += ", and \(count.onMissingKeys) on a key that is not in the file" }
        try write(text)
    }

    private func write(_ line: String) throws(CommandError) {
        try OutputFile(path: "-").write(Array("\(line)\n".utf8))
    }
}
