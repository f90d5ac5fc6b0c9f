// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import InkFiles

/// The command `inklock`.
public struct InkLockCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "inklock",
        abstract: "Render, convert, describe, measure and serve ink.",
        discussion: """
            An error is one line on standard error. The exit status is 0 for success, 1 if a check failed, 64 for \
            wrong use, 65 for invalid input, 66 for input that cannot be read, 69 if something that the command \
            needs is unavailable or in use, such as a port, a database or a responder, 73 for output that cannot be written, 78 for accounts that need an operator's \
            repair, and 70 for any other error.

            No command overwrites a file that it reads. Files, and standard input, have at most \(InputFile.sizeLimitText); a drawing's name at most \
            \(NamedDrawing.maximumNameBytes) bytes, of which \(TerminalText.nameLimit) characters are shown.
            """,
        version: "inklock \(versionNumber)",
        subcommands: [
            Render.self, Convert.self, Info.self, SignDocument.self, VerifyDocument.self, EvidenceCommand.self,
            Evaluate.self, Attack.self, Guess.self, Serve.self, Backup.self, Restore.self, Check.self,
            AccountsCommand.self, RotateKey.self, Migrate.self,
        ])

    static let versionNumber = "0.1.0"

    public init() {}

    public func run() async throws {
        throw CommandError(.usage, "missing command: \(Self.choices) (see inklock --help)")
    }

    private static let choices =
        "render, convert, info, sign, verify, evidence, evaluate, attack, guess, serve, backup, restore, check, accounts, rotate-key or migrate"

    /// Opens each standard stream that is closed, as ``StandardStreams/reserveClosed()`` does.
    public static func reserveStandardStreams() { StandardStreams.reserveClosed() }

    /// Runs the command with the arguments of the process; see ``run(_:)``.
    ///
    /// An argument that is not UTF-8 is refused, because its text would name another file.
    public static func runProcess() async -> Int32 {
        for i in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[i], String(validatingCString: argument) == nil else { continue }
            say("argument \(i) is not UTF-8: rename the file, or use standard input and output")
            return CommandError.Status.usage.rawValue
        }
        return await run(Array(CommandLine.arguments.dropFirst()))
    }

    /// Runs the command with the given arguments, without the program's name.
    ///
    /// An error is printed as one line on standard error.
    /// - Returns: The exit status: 0, or one of ``CommandError/Status``.
    public static func run(_ arguments: [String]) async -> Int32 {
        do {
            try checkCommand(arguments.first)
            var command = try parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return 0
        } catch let failure as CommandError {
            say(failure.message)
            return failure.status.rawValue
        } catch {
            return end(with: error, arguments)
        }
    }

    /// Prints the requested help, or the error in the arguments.
    private static func end(with error: any Error, _ arguments: [String]) -> Int32 {
        guard exitCode(for: error).rawValue != 0 else {
            do throws(CommandError) {
                try OutputFile(path: "-").write(Array("\(fullMessage(for: error))\n".utf8))
                return 0
            } catch {
                say(error.message)
                return error.status.rawValue
            }
        }
        var message = message(for: error).split(whereSeparator: \.isNewline).joined(separator: " ")
        if message.hasPrefix("Missing expected argument"),
            let name = arguments.first(where: { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.utf8.count > 2 })
        {
            message += "; a file whose name begins with - is given as ./\(name)"
        }
        say(message)
        return exitCode(for: error) == .validationFailure
            ? CommandError.Status.usage.rawValue : CommandError.Status.unexpected.rawValue
    }

    /// Prints a line on standard error that starts with the command's name.
    static func say(_ message: String) {
        try? OpenFile.standardError.writeAll(Array("inklock: \(TerminalText.printable(message))\n".utf8))
    }

    /// Throws an error that lists the commands if `word` is unknown, which is clearer than the parser's message.
    private static func checkCommand(_ word: String?) throws(CommandError) {
        guard let word, !word.hasPrefix("-"), word != "help",
            !configuration.subcommands.contains(where: { $0._commandName == word })
        else { return }
        throw CommandError(.usage, "unknown command '\(TerminalText.name(word))'; use \(choices)")
    }
}
