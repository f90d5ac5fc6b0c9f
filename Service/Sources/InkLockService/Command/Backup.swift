// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// `inklock backup`: writes the accounts and their key to one encrypted file.
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Back up the accounts of a service, which may be running.",
        discussion: """
            The backup has the accounts as they are at one moment, and their key. It is a tar archive, encrypted to a \
            passphrase in the format of age, so that age and tar open it too. The folder needs room for a second copy \
            of the database while the backup is made.
            """)

    @OptionGroup var options: DataOptions

    @Option(help: "The file with the passphrase, at least 15 bytes, in its first line; - is standard input.")
    var passphraseFile: String

    @Argument(help: "The file to write; - is standard output.")
    var output: String

    func run() async throws {
        ServerProcess.prepare()
        let passphrase = try Passphrase(file: passphraseFile)
        try OutputFile(path: output).checkNotRead()
        let database = try await options.database()
        umask(0o077)
        try await BackupFile.write(database, to: OutputFile(path: output), passphrase)
    }
}

/// `inklock restore`: restores a folder of accounts from a backup.
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a backup of accounts into a new folder.",
        discussion: """
            Nothing of a backup that is damaged or cut off is restored. Known devices have the counts of wrong attempts \
            that they had in the backup.
            """)

    @Option(help: "The folder of the accounts, empty or not there.")
    var data: String

    @Option(help: "The file with the passphrase in its first line; - is standard input.")
    var passphraseFile: String

    @Argument(help: "The backup; - is standard input.")
    var input: String

    func run() async throws {
        ServerProcess.prepare()
        guard passphraseFile != "-" || input != "-" else {
            throw CommandError(.usage, "only one of the backup and the passphrase can come from standard input")
        }
        let passphrase = try Passphrase(file: passphraseFile)
        try BackupFile.restore(InputFile(path: input), to: data, passphrase)
    }
}
