// SPDX-License-Identifier: MIT
import Foundation

/// The reason why an archive is not unpacked.
enum TarError: Error {
    /// The archive does not contain exactly the expected files.
    case malformed
    /// A file cannot be written.
    case system(path: String, SystemError)
}

/// An unpacker that writes the files of a tar archive into a folder as `NAME.part`. The archive must contain exactly
/// the expected files, in order.
final class TarUnpacker {
    /// A file that is being written.
    private final class Part {
        let path: String
        let file: OpenFile

        init(path: String) throws(SystemError) {
            unlink(path)
            self.path = path
            file = try OpenFile(creating: Array(path.utf8CString), permissions: 0o600)
        }
    }

    private enum Expected {
        case header
        case content
        case padding
        /// Zeros to the end of the archive.
        case end
    }

    private let folder: String
    private let files: [(name: String, sizes: ClosedRange<Int64>)]
    private var index = 0
    private var expected = Expected.header
    private var header: [UInt8] = []
    private var part: Part?
    private var left: Int64 = 0
    private var padding = 0

    init(folder: String, files: [(name: String, sizes: ClosedRange<Int64>)]) {
        self.folder = folder
        self.files = files
    }

    /// A Boolean value that indicates whether all files are stored durably, and the archive has ended.
    var isComplete: Bool { expected == .end }

    /// Takes the next bytes of the archive.
    func take(_ bytes: [UInt8]) throws(TarError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch expected {
            case .header:
                let count = min(rest.count, TarHeader.blockBytes - header.count)
                header += rest.prefix(count)
                rest = rest.dropFirst(count)
                if header.count == TarHeader.blockBytes { try begin() }
            case .content:
                let count = Int(min(Int64(rest.count), left))
                try write(rest.prefix(count))
                rest = rest.dropFirst(count)
            case .padding:
                let count = min(rest.count, padding)
                padding -= count
                rest = rest.dropFirst(count)
                if padding == 0 { expected = .header }
            case .end:
                guard rest.allSatisfy({ $0 == 0 }) else { throw .malformed }
                return
            }
        }
    }

    private func begin() throws(TarError) {
        defer { header = [] }
        guard index < files.count else {
            guard header.allSatisfy({ $0 == 0 }) else { throw .malformed }
            expected = .end
            return
        }
        let file = files[index]
        guard let found = TarHeader(header), found.name == file.name, file.sizes.contains(found.size) else {
            throw .malformed
        }
        let path = "\(folder)/\(file.name).part"
        do throws(SystemError) { part = try Part(path: path) } catch { throw .system(path: path, error) }
        index += 1
        left = found.size
        padding = found.padding
        expected = .content
    }

    private func write(_ bytes: ArraySlice<UInt8>) throws(TarError) {
        guard let part else { throw .malformed }
        do throws(SystemError) {
            try part.file.writeAll(Array(bytes))
            left -= Int64(bytes.count)
            guard left == 0 else { return }
            try part.file.synchronize()
        } catch {
            throw .system(path: part.path, error)
        }
        self.part = nil
        expected = padding > 0 ? .padding : .header
    }
}
