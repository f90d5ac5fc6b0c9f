// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import InkLockLinux

/// `inklock-secret`, the program that `inklock secret` runs.
@main struct SecretCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inklock secret",
        abstract: "Store secrets that only the owner of this device can read.",
        discussion: """
            A secret is stored in the session's keyring, or in a file where no keyring runs, sealed with a key of this \
            device. The key is in the security chip (TPM) if you may use one, otherwise in a file. Before a secret is \
            shown, PAM asks for the owner's password, finger or security key, as the service 'inklock' in /etc/pam.d \
            says, or 'other' if there is none. Questions appear on the terminal, never on standard input or output. \
            With 'set --biometrics-only', fprintd asks for a finger instead.

            This keeps out other people at your screen. A program of yours can read what you can read.

            Each error is one line on standard error. The exit status is 0 when all is done, 64 for wrong \
            use, 65 for a secret that is empty or longer than 64 KiB, or if it or the key is damaged, 66 when there is \
            no secret of that name, or it is lost, 69 when this device cannot ask its owner, 73 when there already is \
            one, or output or the folder cannot be used, 75 when it may work later, 77 when the owner was not \
            recognised or cancelled, 70 for anything else.
            """,
        subcommands: [Set.self, Get.self, List.self, Remove.self])

    static func main() async {
        // A failed write is an error here instead of a signal.
        signal(SIGPIPE, SIG_IGN)
        // Secrets stay out of core files.
        var core = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
        do {
            try checkEncoding()
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as SecretCommandError {
            Output.say(failure.message)
            Foundation.exit(failure.status.rawValue)
        } catch {
            guard exitCode(for: error).rawValue != 0 else { Self.exit(withError: error) }
            Output.say(message(for: error).split(whereSeparator: \.isNewline).joined(separator: " "))
            Foundation.exit(
                exitCode(for: error) == .validationFailure
                    ? SecretCommandError.Status.usage.rawValue : SecretCommandError.Status.unexpected.rawValue)
        }
    }

    /// Checks that all arguments are UTF-8. Other bytes, decoded as text, would name a different secret or folder.
    private static func checkEncoding() throws {
        for i in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[i], String(validatingCString: argument) == nil else { continue }
            throw SecretCommandError(.usage, "argument \(i) is not UTF-8")
        }
    }

    mutating func run() async throws {
        throw SecretCommandError(
            SecretCommandError.Status.usage,
            "missing subcommand: set, get, list or remove (inklock secret --help tells more)")
    }
}

/// The place of the secrets: an option of every subcommand.
struct Place: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the secrets.",
            discussion: "By default inklock/secrets in XDG_DATA_HOME, or in ~/.local/share.", valueName: "path"))
    var folder: String?

    /// The folder's path.
    var path: String {
        get throws {
            if let folder { return folder }
            return try dataFolder() + "/inklock/secrets"
        }
    }

    /// Makes the folders above the folder of the secrets.
    func makeParents() throws {
        let parent = PrivateFolder.parent(of: try path)
        do {
            try FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SecretCommandError(SecretCommandError.Status.noOutput, "the folder \(parent) cannot be made")
        }
    }

    func owner(_ asking: Asking? = nil, storage: LinuxOwner.Storage = .automatic) throws -> LinuxOwner {
        LinuxOwner(
            folder: try path, service: PAMService(folder: asking?.pamFolder), storage: storage,
            conversation: TerminalConversation())
    }

    private func dataFolder() throws -> String {
        let variables = ProcessInfo.processInfo.environment
        // A relative path is to be ignored: XDG Base Directory Specification 0.8.
        if let data = variables["XDG_DATA_HOME"], data.hasPrefix("/") { return data }
        guard let home = variables["HOME"], home.hasPrefix("/") else {
            throw SecretCommandError(
                SecretCommandError.Status.usage, "HOME is not set to an absolute path: use --folder PATH")
        }
        return home + "/.local/share"
    }
}

/// The options of the subcommands that ask the owner.
struct Asking: ParsableArguments {
    @Option(help: "The text that the prompt shows to the owner.") var prompt: String?
    @Option(
        help: ArgumentHelp(
            "The folder of PAM's services instead of /etc/pam.d: for tests, and for an administrator's trial.",
            valueName: "path"))
    var pamFolder: String?
}

/// The name of a secret on the command line.
struct NameArgument: ExpressibleByArgument {
    let text: String

    init?(argument: String) {
        guard let name = SecretName(argument) else { return nil }
        text = name.text
    }
}
