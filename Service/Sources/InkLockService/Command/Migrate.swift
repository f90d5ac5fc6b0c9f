// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// `inklock migrate`: moves the accounts of a folder to PostgreSQL.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Move the accounts of a folder to a PostgreSQL database.",
        discussion: """
            The server of the folder has to be ended, and the database has to be empty. All accounts are moved with \
            their devices, sessions, counts of attempts and notes, or none. No server serves the folder afterwards, \
            because its counts of attempts are outdated. The servers of the database need the folder's device.key.
            """)

    @Argument(help: "sqlite: and the folder of the accounts, sqlite:/var/lib/inklock for example.")
    var source: String

    @Argument(
        help: "The database, postgres://host/name for example. Its password is in the file that PGPASSFILE names.")
    var target: String

    @Option(help: "The file of the accounts' key, if it is not device.key in the folder.")
    var deviceKey: String?

    func run() async throws {
        ServerProcess.prepare()
        guard source.hasPrefix("sqlite:"), source != "sqlite:" else {
            throw CommandError(.usage, "the first argument must be sqlite: and the folder of the accounts")
        }
        let place: PostgresAddress
        do throws(PostgresAddressError) { place = try PostgresAddress(target) } catch {
            // The message does not repeat the argument, which may have a password in it.
            throw CommandError(
                .usage,
                error == .password
                    ? "a database must not have a password here: put it in a file, and name that with PGPASSFILE"
                    : "the second argument must be a postgres:// URI")
        }
        let migration = try await Migration(folder: String(source.dropFirst(7)), key: deviceKey)
        let moved = try await migration.run(to: place)
        let text = "moved \(moved["account"] ?? 0) accounts with \(moved["note"] ?? 0) notes\n"
        try OutputFile(path: "-").write(Array(text.utf8))
    }
}
