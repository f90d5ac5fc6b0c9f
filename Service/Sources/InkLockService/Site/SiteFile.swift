// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import NIOPosix

/// A regular file of a site: what its headers say, and its bytes.
struct SiteFile: Sendable {
    /// The file ended before the length that had been promised to the client.
    struct Shortened: Error {}

    let path: String
    /// In bytes.
    let size: Int
    let modified: Date
    /// A strong validator (RFC 9110 §8.8.3) of the file's number, size and time of change in microseconds.
    let entityTag: String

    /// Gives `nil` unless there is a regular, readable file at `path`, which must not be a symbolic link.
    init?(atRealPath path: String) {
        guard access(path, R_OK) == 0,
            let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let size = (attributes[.size] as? NSNumber)?.intValue,
            let modified = attributes[.modificationDate] as? Date
        else { return nil }
        let number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
        // A file's time may lie anywhere: what does not fit counts as the nearest that does.
        let time = Int64(exactly: (modified.timeIntervalSince1970 * 1e6).rounded()) ?? .max
        self.path = path
        self.size = size
        self.modified = modified
        entityTag =
            "\"\([number, UInt64(size), UInt64(bitPattern: time)].map { String($0, radix: 16) }.joined(separator: "-"))\""
    }

    /// The whole file, read in pieces of 64 KiB as the client takes them.
    var body: ResponseBody {
        ResponseBody(contentLength: size) { [path, size] writer in
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            var left = size
            while left > 0 {
                let count = min(left, 1 << 16)
                let piece = try await NIOThreadPool.singleton.runIfActive {
                    try handle.read(upToCount: count) ?? Data()
                }
                guard !piece.isEmpty else { throw Shortened() }
                left -= piece.count
                try await writer.write(ByteBuffer(bytes: piece))
            }
            try await writer.finish(nil)
        }
    }
}
