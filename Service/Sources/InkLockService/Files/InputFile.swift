// SPDX-License-Identifier: MIT

/// A file to read from; `-` is standard input.
struct InputFile: Hashable, Sendable {
    /// The most bytes that are read: far more than any drawing, and no endless device.
    static let sizeLimit = 1 << 28

    /// What help says of ``sizeLimit``.
    static let sizeLimitText = "\(sizeLimit >> 20) MiB"

    let path: String

    /// What messages call it.
    var name: String { path == "-" ? "standard input" : path }

    /// The whole file.
    func bytes() throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        try forEachPiece(of: 1 << 16) { piece throws(CommandFailure) in bytes += piece }
        return bytes
    }

    /// Hands out the file in pieces of at most `size` bytes, ``sizeLimit`` bytes in all.
    func forEachPiece(
        of size: Int, _ body: ([UInt8]) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        let file = try opened()
        var total = 0
        while true {
            let piece: [UInt8]
            do throws(SystemError) { piece = try file.read(atMost: size) } catch { throw failure(error) }
            if piece.isEmpty { return }
            total += piece.count
            guard total <= Self.sizeLimit else { break }
            try body(piece)
        }
        throw CommandFailure(.malformedInput, "\(name): larger than the \(Self.sizeLimitText) that are read")
    }

    private func opened() throws(CommandFailure) -> OpenFile {
        do throws(SystemError) {
            return path == "-" ? OpenFile.standardInput : try OpenFile(reading: path)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> CommandFailure {
        CommandFailure(.noInput, "\(name): \(path == "-" ? error.streamDescription : error.description)")
    }
}
