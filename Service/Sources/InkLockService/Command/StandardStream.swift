// SPDX-License-Identifier: MIT
import Foundation

/// What the command says to the person or program that called it.
enum StandardStream {
    /// One line on standard error that begins with the command's name.
    static func complain(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data("inklock: \(message)\n".utf8))
    }

    /// Bytes on standard output.
    static func write(_ bytes: Data) throws(CommandFailure) {
        do {
            try FileHandle.standardOutput.write(contentsOf: bytes)
        } catch {
            throw CommandFailure(.noOutput, "standard output cannot be written: \(String(cString: strerror(errno)))")
        }
    }
}
