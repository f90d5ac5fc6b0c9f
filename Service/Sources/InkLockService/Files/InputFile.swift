// SPDX-License-Identifier: MIT
import Foundation
import Synchronization

/// A file to read. `-` is standard input.
struct InputFile: Hashable, Sendable {
    /// The maximum number of bytes to read. It is far above any drawing's size and stops endless devices.
    static let sizeLimit = 1 << 28

    /// ``sizeLimit`` as text for the help.
    static let sizeLimitText = "\(sizeLimit >> 20) MiB"

    /// A Boolean value that indicates whether standard input was opened, which would be empty the second time.
    private static let hasTakenStandardInput = Atomic(false)

    let path: String

    /// The name for messages.
    var name: String { path == "-" ? "standard input" : path }

    /// The name without its folders, or `nil` for standard input, which has none.
    var fileName: String? { path == "-" ? nil : path.split(separator: "/").last.map(String.init) }

    /// Reads the whole file.
    func bytes() throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        try forEachPiece(of: 1 << 16) { piece throws(CommandError) in bytes += piece }
        return bytes
    }

    /// Passes the file to `body` in pieces of at most `size` bytes, up to `limit` bytes in total.
    func forEachPiece(
        of size: Int, limit: Int = sizeLimit, _ body: ([UInt8]) throws(CommandError) -> Void
    ) throws(CommandError) {
        let file = try opened()
        var total = 0
        while true {
            let piece: [UInt8]
            do throws(SystemError) { piece = try file.read(atMost: size) } catch { throw failure(error) }
            if piece.isEmpty { return }
            total += piece.count
            guard total <= limit else { break }
            try body(piece)
        }
        throw CommandError(.malformedInput, "\(name): larger than the \(Self.sizeLimitText) that are read")
    }

    private func opened() throws(CommandError) -> OpenFile {
        guard path == "-" else {
            do throws(SystemError) { return try OpenFile(reading: path) } catch { throw failure(error) }
        }
        guard !Self.hasTakenStandardInput.exchange(true, ordering: .relaxed) else {
            throw CommandError(.usage, "standard input can be only one of the files")
        }
        return OpenFile.standardInput
    }

    private func failure(_ error: SystemError) -> CommandError {
        CommandError(.noInput, "\(name): \(path == "-" ? error.streamDescription : error.description)")
    }
}
