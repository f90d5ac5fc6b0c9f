// SPDX-License-Identifier: MIT

/// A file to read. `-` is standard input.
struct InputFile: Hashable, Sendable {
    /// The maximum number of bytes to read. It is far above any drawing's size and stops endless devices.
    static let sizeLimit = 1 << 28

    /// ``sizeLimit`` as text for the help.
    static let sizeLimitText = "\(sizeLimit >> 20) MiB"

    let path: String

    /// The name for messages.
    var name: String { path == "-" ? "standard input" : path }

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
        do throws(SystemError) {
            return path == "-" ? OpenFile.standardInput : try OpenFile(reading: path)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> CommandError {
        CommandError(.noInput, "\(name): \(path == "-" ? error.streamDescription : error.description)")
    }
}
