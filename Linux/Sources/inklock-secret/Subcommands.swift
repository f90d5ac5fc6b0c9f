// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import InkLockLinux
import Passcode

extension SecretCommand {
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Store a secret, read from standard input.",
            discussion: """
                All bytes up to the end of standard input are the secret, a line feed at the end too: printf %s leaves \
                none. At a terminal you type it twice, and it is not shown.
                """)

        @Argument(help: "The secret's name: at most 64 bytes, without control characters.") var name: NameArgument
        @Flag(help: "Replace a secret of that name, after the owner was asked.") var replace = false
        @Flag(name: .customLong("file"), help: "Store the secret in a file, also where a keyring runs.") var isFile =
            false
        @Flag(
            help: ArgumentHelp(
                "Only the fingers that are enrolled now open the secret.",
                discussion: "It is erased when a finger is enrolled or removed, so keep a copy elsewhere."))
        var biometricsOnly = false
        @OptionGroup var asking: Asking
        @OptionGroup var place: Place

        func run() async throws {
            let secret = SharedSecretBytes(try Input.secret())
            let owner = try place.owner(asking, storage: isFile ? .file : .automatic)
            try await sayWhere(owner)
            try place.makeParents()
            do {
                try await owner.add(
                    secret.copy, named: name.text, for: biometricsOnly ? .currentBiometrics : .deviceOwner)
            } catch .exists where replace {
                try await checkAccessControl(owner)
                let prompt = OwnerPrompt(asking.prompt ?? "Replace the secret \(name.text)")
                do { try await owner.update(secret.copy, named: name.text, prompt: prompt) } catch {
                    throw SecretCommandError(error, name.text)
                }
            } catch {
                throw SecretCommandError(error, name.text)
            }
        }

        /// Refuses to replace a secret that more than a finger opens, because a replaced one keeps its access control.
        private func checkAccessControl(_ owner: LinuxOwner) async throws {
            guard biometricsOnly else { return }
            let kept: AccessControl
            do { kept = try await owner.accessControl(of: name.text) } catch {
                throw SecretCommandError(error, name.text)
            }
            guard kept != .currentBiometrics else { return }
            throw SecretCommandError(
                SecretCommandError.Status.usage,
                "the secret \(name.text) is not for a finger alone, and was not replaced: remove it, then set it again"
            )
        }

        /// Says what happens instead where a part is missing.
        private func sayWhere(_ owner: LinuxOwner) async throws {
            // Without a PAM service nothing is stored, and the error states it.
            guard await owner.capabilities().devicePasscode else { return }
            let isInChip = await owner.deviceKeyPlace() == .chip
            if !isFile, await !owner.usesKeyring() {
                let key = isInChip ? "in the security chip (TPM)" : "beside it"
                Output.say(
                    "no keyring runs in this session: the secret goes into a file in \(try place.path), sealed with a key \(key)"
                )
            } else if !isInChip && !owner.hasDeviceKey() {
                Output.say(
                    "there is no security chip (TPM) that you may use: the key of this device is a file in \(try place.path)"
                )
            }
        }
    }

    struct Get: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask the owner, and write a secret to standard output.",
            discussion: "The bytes are those that were stored, and nothing else.")

        @Argument(help: "The secret's name.") var name: NameArgument
        @Flag(help: "Write the secret also if standard output is a terminal.") var show = false
        @OptionGroup var asking: Asking
        @OptionGroup var place: Place

        func run() async throws {
            guard show || isatty(STDOUT_FILENO) == 0 else {
                throw SecretCommandError(
                    SecretCommandError.Status.usage,
                    "standard output is a terminal: pipe it into a program, or use --show")
            }
            let prompt = OwnerPrompt(asking.prompt ?? "Show the secret \(name.text)")
            let owner = try place.owner(asking)
            let secret: SharedSecretBytes
            do throws(OwnerError) {
                secret = SharedSecretBytes(try await owner.read(name.text, prompt: prompt))
            } catch {
                guard error == .absent, (try? await owner.keeps(name)) == true else {
                    throw SecretCommandError(error, name.text)
                }
                throw SecretCommandError(
                    SecretCommandError.Status.noInput,
                    "the keyring of this session has lost the secret \(name.text): set it again with --replace")
            }
            try secret.withBytes { bytes throws(SecretCommandError) in try Output.write(UnsafeRawBufferPointer(bytes)) }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the names of the secrets, one a line.")

        @OptionGroup var place: Place

        func run() async throws {
            let names: [String]
            do { names = try await place.owner().names() } catch let error as OwnerError {
                throw SecretCommandError(error, try place.path)
            }
            try Array(names.map { $0 + "\n" }.joined().utf8).withUnsafeBytes { try Output.write($0) }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a secret.",
            discussion: "At a terminal it asks first. Whatever the secret opened stays as it is.")

        @Argument(help: "The secret's name.") var name: NameArgument
        @Flag(help: "Ask nothing, and accept that there is no secret of that name.") var force = false
        @OptionGroup var place: Place

        func run() async throws {
            let owner = try place.owner()
            do {
                if !force {
                    guard try await owner.keeps(name) else { throw OwnerError.absent }
                    if isatty(STDIN_FILENO) == 1 {
                        let answer = try await TerminalConversation().confirm("Remove the secret \(name.text)? [y/N] ")
                        guard answer else { throw OwnerError.cancelled }
                    }
                }
                try await owner.delete(name.text)
            } catch let error as OwnerError {
                throw SecretCommandError(error, name.text)
            }
        }
    }
}

extension LinuxOwner {
    /// Returns a Boolean value that indicates whether there is a record of a secret.
    fileprivate func keeps(_ name: NameArgument) async throws(OwnerError) -> Bool {
        // Equal strings may have different bytes, and so name different secrets.
        try await names().contains { $0.utf8.elementsEqual(name.text.utf8) }
    }
}
