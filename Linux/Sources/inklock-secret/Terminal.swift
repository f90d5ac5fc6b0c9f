// SPDX-License-Identifier: MIT
import Foundation
import InkLockLinux
import Passcode

/// The terminal of the session, whatever standard input and output are.
struct Terminal: ~Copyable {
    private let descriptor: Int32

    static let lineLimit = 511

    /// Opens the terminal.
    static func open() throws(SecretCommandError) -> Terminal {
        let descriptor = Foundation.open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw SecretCommandError(
                SecretCommandError.Status.unavailable, "there is no terminal to ask on: run this at one")
        }
        return Terminal(descriptor: descriptor)
    }

    deinit { close(descriptor) }

    func show(_ text: String) { Array(text.utf8).withUnsafeBytes { _ = Output.put($0, descriptor) } }

    /// Reads a line.
    /// - Parameter isSecret: A Boolean value that indicates whether the line is not shown.
    /// - Throws: `OwnerError.cancelled` for Control-C, Control-D on an empty line, or a closed terminal;
    ///   `OwnerError.system(code:)` with `EMSGSIZE` for a line of more than ``lineLimit`` bytes.
    func readLine(after question: String, isSecret: Bool) throws(OwnerError) -> SecretBytes {
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { throw .cancelled }
        var raw = before
        // Keys arrive one by one, so that Control-C ends the question here, with the terminal as it was.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        TerminalRestoration.begin(descriptor, before)
        defer {
            show("\n")
            TerminalRestoration.end()
        }
        // Discard text that was typed before the question.
        tcsetattr(descriptor, TCSAFLUSH, &raw)
        show(question)
        var isCancelled = false
        var isTooLong = false
        var count = 0
        let line = SecretBytes(capacity: Self.lineLimit) { bytes in
            loop: while true {
                var key: UInt8 = 0
                let got = read(descriptor, &key, 1)
                if got < 0 && errno == EINTR { continue }
                switch key {
                case _ where got <= 0, 3,
                    4 where count == 0:
                    isCancelled = true
                    break loop
                case 4, 10, 13: break loop
                case 8, 127:
                    guard count > 0 else { continue }
                    // A character has one byte that does not continue another.
                    repeat { count -= 1 } while count > 0 && bytes[count] & 0xC0 == 0x80
                    if !isSecret { show("\u{8} \u{8}") }
                case 21: (count, isTooLong) = (0, false)
                default:
                    guard count < bytes.count else {
                        isTooLong = true
                        continue
                    }
                    bytes[count] = key
                    count += 1
                    if !isSecret { withUnsafeBytes(of: key) { _ = Output.put($0, descriptor) } }
                }
            }
        }
        guard !isCancelled else { throw .cancelled }
        guard !isTooLong else { throw .system(code: EMSGSIZE) }
        return line.withBytes { SecretBytes(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }
}

/// Restores the terminal's settings if a signal ends the process meanwhile.
private enum TerminalRestoration {
    nonisolated(unsafe) static var saved = termios()
    nonisolated(unsafe) static var descriptor: Int32 = -1
    private static let signals = [SIGTERM, SIGHUP, SIGQUIT, SIGINT]

    static func begin(_ terminal: Int32, _ settings: termios) {
        saved = settings
        descriptor = terminal
        for number in signals {
            signal(number, restoreAndEnd)
        }
    }

    /// Restores the settings, if that was not done yet.
    static func end() {
        guard descriptor >= 0 else { return }
        tcsetattr(descriptor, TCSAFLUSH, &saved)
        descriptor = -1
        for number in signals { signal(number, SIG_DFL) }
    }
}

/// Ends the process by a signal, after the terminal's settings were restored.
private func restoreAndEnd(_ number: Int32) {
    tcsetattr(TerminalRestoration.descriptor, TCSANOW, &TerminalRestoration.saved)
    signal(number, SIG_DFL)
    raise(number)
}

/// PAM's questions on the terminal.
struct TerminalConversation: OwnerConversation {
    func answer(_ question: String, isSecret: Bool, for prompt: OwnerPrompt) async throws(OwnerError)
        -> SharedSecretBytes
    {
        let question = "\(Output.printable(prompt.message)): \(Output.printable(question))"
        return try await onThread { () throws(OwnerError) in
            try Self.withTerminal { terminal throws(OwnerError) in
                SharedSecretBytes(try terminal.readLine(after: question, isSecret: isSecret))
            }
        }
    }

    func show(_ message: String, isError: Bool, for prompt: OwnerPrompt) async {
        try? Self.withTerminal { $0.show(Output.printable(message) + "\n") }
    }

    /// A prompt that took too long leaves the terminal as it was, although its question still waits.
    func end(_ prompt: OwnerPrompt) async { TerminalRestoration.end() }

    /// Asks a question that is answered with yes or no. Any other answer is no.
    func confirm(_ question: String) async throws(OwnerError) -> Bool {
        let answer = try await answer(question, isSecret: false, for: OwnerPrompt("inklock"))
        return answer.withBytes { ["y", "yes"].contains(String(decoding: $0, as: UTF8.self).lowercased()) }
    }

    private static func withTerminal<Result>(
        _ body: (borrowing Terminal) throws(OwnerError) -> Result
    ) throws(OwnerError) -> Result {
        let terminal: Terminal
        do throws(SecretCommandError) { terminal = try Terminal.open() } catch { throw .unavailable }
        return try body(terminal)
    }

    private func onThread(
        _ work: @escaping @Sendable () throws(OwnerError) -> SharedSecretBytes
    ) async throws(OwnerError) -> SharedSecretBytes {
        let result = await withCheckedContinuation { waiter in
            Thread {
                let result: Swift.Result<SharedSecretBytes, OwnerError>
                do throws(OwnerError) { result = .success(try work()) } catch { result = .failure(error) }
                waiter.resume(returning: result)
            }.start()
        }
        return try result.get()
    }
}
