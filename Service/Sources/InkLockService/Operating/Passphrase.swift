// SPDX-License-Identifier: MIT
import Passcode

/// The passphrase of a backup, overwritten when it is no longer needed.
final class Passphrase: Sendable {
    private let bytes: SecretBytes

    /// The minimum number of bytes: the minimum number of characters of an account's passphrase.
    static let leastBytes = PassphraseRule.leastCount
    /// The maximum number of bytes of a file with a passphrase.
    static let fileLimit = 1024

    init(_ bytes: [UInt8]) { self.bytes = SecretBytes(bytes) }

    /// Reads the first line of a file, or of standard input for `-`.
    /// - Throws: ``CommandError`` if there is none, if it is too short, if the file is too large, or if it is a
    ///   terminal, which would show what is typed.
    convenience init(file path: String) throws(CommandError) {
        let name = path == "-" ? "standard input" : path
        var read = try Self.contents(path, name)
        defer { for index in read.indices { read[index] = 0 } }
        let line = read.prefix { $0 != 0x0A && $0 != 0x0D }
        guard line.count >= Self.leastBytes else {
            throw CommandError(
                .malformedInput, "\(name): the first line has to be a passphrase of at least \(Self.leastBytes) bytes")
        }
        self.init(Array(line))
    }

    private static func contents(_ path: String, _ name: String) throws(CommandError) -> [UInt8] {
        let isTerminal: Bool
        do throws(SystemError) {
            let file = try open(path)
            isTerminal = file.isTerminal
            if !isTerminal, let bytes = try file.readAll(limit: fileLimit) { return bytes }
        } catch {
            throw CommandError(.noInput, "\(name): \(error)")
        }
        guard !isTerminal else {
            throw CommandError(.usage, "\(name) is a terminal: name a file, or pipe the passphrase")
        }
        throw CommandError(.malformedInput, "\(name): a file with a passphrase has at most \(fileLimit) bytes")
    }

    private static func open(_ path: String) throws(SystemError) -> OpenFile {
        if path == "-" { return .standardInput }
        return try OpenFile(reading: path)
    }

    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes(body)
    }
}
