// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import Hummingbird
import NIOPosix

/// A regular file of a site: its metadata and contents.
struct SiteFile: Sendable {
    /// The error of a file that changed after its length was sent to the client.
    struct ChangedError: Error {}

    /// The values that differ between two states of a file.
    struct State: Hashable, Sendable {
        let device: UInt64
        let number: UInt64
        /// The size in bytes.
        let size: Int
        /// The modification times of the contents and the metadata, in nanoseconds since 1970.
        let times: [Int64]

        fileprivate init(_ status: stat) {
            device = UInt64(status.st_dev)
            number = UInt64(status.st_ino)
            size = Int(status.st_size)
            #if canImport(Darwin)
                let times = [status.st_mtimespec, status.st_ctimespec]
            #else
                let times = [status.st_mtim, status.st_ctim]
            #endif
            self.times = times.map { Int64($0.tv_sec) &* 1_000_000_000 &+ Int64($0.tv_nsec) }
        }
    }

    let path: String
    let state: State
    let modified: Date

    var size: Int { state.size }

    private static let pieceSize = 1 << 16

    /// Opens a regular file that all users can read. Returns `nil` for any other path, such as that of a symbolic link.
    ///
    /// A file that is private to its owner is not served to visitors.
    init?(atRealPath path: String) {
        guard let (descriptor, status) = Self.open(path) else { return nil }
        close(descriptor)
        self.path = path
        state = State(status)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = Date(timeIntervalSince1970: Double(time.tv_sec))
    }

    private static func open(_ path: String) -> (Int32, stat)? {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o004 != 0 else {
            close(descriptor)
            return nil
        }
        return (descriptor, status)
    }

    /// A strong validator (RFC 9110 §8.8.3): a digest of the file's state, which it does not reveal.
    var entityTag: String {
        let facts = ([state.device, state.number, UInt64(size)] + state.times.map { UInt64(bitPattern: $0) })
        let digest = SHA256.hash(data: Data("\(facts)".utf8))
        return "\"\(digest.prefix(12).map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined())\""
    }

    /// Reads the whole file. The call blocks.
    /// - Throws: ``ChangedError`` if the file has changed.
    func contents() throws -> [UInt8] { try piece(at: 0, size) }

    /// The whole file as a response body; see ``body(_:)``.
    var body: ResponseBody { body(0..<size) }

    /// Returns a range of the file as a response body. It is read in pieces, and the file is open only while a piece is
    /// read, so that slow clients do not keep descriptors open.
    func body(_ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { [self] writer in
            var position = range.lowerBound
            while position < range.upperBound {
                let count = min(range.upperBound - position, Self.pieceSize)
                let piece = try await NIOThreadPool.singleton.runIfActive { [position] in
                    try self.piece(at: position, count)
                }
                position += count
                try await writer.write(ByteBuffer(bytes: piece))
            }
            try await writer.finish(nil)
        }
    }

    private func piece(at position: Int, _ count: Int) throws -> [UInt8] {
        guard let (descriptor, status) = Self.open(path) else { throw ChangedError() }
        defer { close(descriptor) }
        guard State(status) == state else { throw ChangedError() }
        var done = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while done < count {
                let got = pread(descriptor, buffer.baseAddress! + done, count - done, off_t(position + done))
                if got < 0 && errno == EINTR { continue }
                guard got > 0 else { break }
                done += got
            }
            initialized = done
        }
        guard done == count else { throw ChangedError() }
        return bytes
    }
}
