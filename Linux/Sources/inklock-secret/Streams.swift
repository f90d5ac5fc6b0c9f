// SPDX-License-Identifier: MIT
import Foundation
import InkLockLinux
import Passcode

/// Standard output and standard error.
enum Output {
    static func write(_ bytes: UnsafeRawBufferPointer) throws(SecretCommandError) {
        guard put(bytes, STDOUT_FILENO) else {
            throw SecretCommandError(SecretCommandError.Status.noOutput, "standard output cannot be written")
        }
    }

    /// Writes one line that begins with the command's name.
    static func say(_ message: String) {
        Array("inklock: \(printable(message))\n".utf8).withUnsafeBytes { _ = put($0, STDERR_FILENO) }
    }

    /// Returns the text. Escapes characters as `\u{…}` that could control the terminal or reorder the line.
    static func printable(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }.joined()
    }

    static func put(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = Foundation.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
            if count < 0 {
                guard errno == EINTR else { return false }
                continue
            }
            done += count
        }
        return true
    }
}

/// Standard input.
enum Input {
    private static let limit = 64 << 10

    /// Returns all of standard input; at a terminal, what is typed twice.
    static func secret() throws -> SecretBytes {
        guard isatty(STDIN_FILENO) == 0 else {
            let terminal = try Terminal.open()
            let first = try typed("Secret: ", at: terminal)
            let second = try typed("Again: ", at: terminal)
            guard first.isEqual(to: second) else {
                throw SecretCommandError(
                    SecretCommandError.Status.malformedInput, "the entries do not match: nothing was stored")
            }
            guard !first.isEmpty else {
                throw SecretCommandError(
                    SecretCommandError.Status.malformedInput, "the secret is empty: nothing was stored")
            }
            return first
        }
        var failure: SecretCommandError?
        var count = 0
        // Room for one more byte shows that there is more.
        let read = SecretBytes(capacity: limit + 1) { bytes in
            while count < bytes.count {
                let got = Foundation.read(STDIN_FILENO, bytes.baseAddress! + count, bytes.count - count)
                if got == 0 { break }
                if got < 0 {
                    if errno == EINTR { continue }
                    failure = SecretCommandError(SecretCommandError.Status.noInput, "standard input cannot be read")
                    break
                }
                count += got
            }
        }
        if let failure { throw failure }
        guard count > 0 else {
            throw SecretCommandError(
                SecretCommandError.Status.malformedInput, "the secret is empty: nothing was stored")
        }
        guard count <= limit else {
            throw SecretCommandError(
                SecretCommandError.Status.malformedInput, "the secret is longer than 64 KiB: nothing was stored")
        }
        return read.withBytes { SecretBytes(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }

    private static func typed(_ question: String, at terminal: borrowing Terminal) throws(SecretCommandError)
        -> SecretBytes
    {
        do throws(OwnerError) { return try terminal.readLine(after: question, isSecret: true) } catch {
            throw error == .cancelled
                ? SecretCommandError(SecretCommandError.Status.refused, "cancelled: nothing was stored")
                : SecretCommandError(
                    SecretCommandError.Status.malformedInput,
                    "a typed secret has at most \(Terminal.lineLimit) bytes: use standard input")
        }
    }
}
