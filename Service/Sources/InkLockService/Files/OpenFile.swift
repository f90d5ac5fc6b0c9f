// SPDX-License-Identifier: MIT
import Foundation

/// An open file, pipe or device; closed at the end of its life unless it is one of the standard streams.
struct OpenFile: ~Copyable {
    static var standardInput: OpenFile { OpenFile(descriptor: STDIN_FILENO) }
    static var standardOutput: OpenFile { OpenFile(descriptor: STDOUT_FILENO) }
    static var standardError: OpenFile { OpenFile(descriptor: STDERR_FILENO) }

    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    init(reading path: String) throws(SystemError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
    }

    /// A file, pipe or device that is there already.
    init(writing path: String) throws(SystemError) {
        descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
    }

    /// A new file; what is there already is an error.
    /// - Parameter permissions: `nil` for what the user's umask leaves.
    init(creating path: String, permissions: mode_t?) throws(SystemError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions.map { $0 & 0o600 } ?? 0o666)
        guard descriptor >= 0 else { throw .last }
        if let permissions { fchmod(descriptor, permissions) }
    }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

    /// All that is left to read, or `nil` if that is more than `limit` bytes. Complexity: O(bytes).
    func readAll(limit: Int) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count == 0 { return bytes }
            if count > 0 {
                guard bytes.count + count <= limit else { return nil }
                bytes += piece[..<count]
            } else if errno != EINTR {
                throw .last
            }
        }
    }

    func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                done += count
            } else if errno != EINTR {
                throw .last
            }
        }
    }
}
