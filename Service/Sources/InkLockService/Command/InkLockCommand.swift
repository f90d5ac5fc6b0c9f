// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// `inklock`, the command.
public struct InkLockCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "inklock",
        abstract: "Render, convert, describe, measure and serve ink.",
        discussion: """
            Whatever goes wrong is one line on standard error. The exit status is 0 when all is done, 64 for wrong \
            use, 65 for input that is not what it should be, 66 for input that cannot be read, 69 when the server \
            cannot listen, 73 for output that cannot be written, 70 for anything else.
            """,
        version: "inklock 0.1.0",
        subcommands: [Render.self, Convert.self, Info.self, Evaluate.self, Guess.self, Serve.self])

    public init() {}

    public func run() async throws {
        throw CommandFailure(
            .usage, "say what to do: render, convert, info, evaluate, guess or serve (inklock --help tells more)")
    }

    /// Does what the arguments, without the program's name, ask for.
    ///
    /// Whatever goes wrong becomes one line on standard error.
    /// - Returns: the exit status: 0, or one of ``CommandFailure/Status``.
    public static func run(_ arguments: [String]) async -> Int32 {
        do {
            var command = try parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return 0
        } catch let failure as CommandFailure {
            say(failure.message)
            return failure.status.rawValue
        } catch {
            return end(with: error)
        }
    }

    /// Prints the help that was asked for, or says what is wrong with the arguments.
    private static func end(with error: any Error) -> Int32 {
        guard exitCode(for: error).rawValue != 0 else {
            try? OpenFile.standardOutput.writeAll(Array("\(fullMessage(for: error))\n".utf8))
            return 0
        }
        let message = message(for: error).split(whereSeparator: \.isNewline).joined(separator: " ")
        say(message)
        return exitCode(for: error) == .validationFailure
            ? CommandFailure.Status.usage.rawValue : CommandFailure.Status.unexpected.rawValue
    }

    /// One line on standard error that begins with the command's name.
    static func say(_ message: String) {
        try? OpenFile.standardError.writeAll(Array("inklock: \(printable(message))\n".utf8))
    }

    /// Text that may hold a file's or a drawing's name, without what could command a terminal.
    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }
}
