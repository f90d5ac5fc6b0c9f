// SPDX-License-Identifier: MIT
import Foundation

/// An open file, pipe or device. It is closed when the value is destroyed, unless it is a standard stream.
struct OpenFile: ~Copyable {
    /// Standard input, which is among ``FilesRead`` from then on.
    static var standardInput: OpenFile {
        FilesRead.insert(STDIN_FILENO)
        return OpenFile(descriptor: STDIN_FILENO)
    }
    static var standardOutput: OpenFile { OpenFile(descriptor: STDOUT_FILENO) }
    static var standardError: OpenFile { OpenFile(descriptor: STDERR_FILENO) }

    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// - Parameter result: The result of the system's call to open the file.
    private init(opened result: Int32) throws(SystemError) {
        // Checked before the property is set, so that `deinit` does not run for a file that is not open.
        guard result >= 0 else { throw .last }
        descriptor = result
    }

    /// Opens a file, pipe or device for reading. The file is among ``FilesRead`` from then on.
    /// - Parameter waits: A Boolean value that indicates whether opening a pipe waits for its writer.
    init(reading path: String, waits: Bool = true) throws(SystemError) {
        try self.init(opened: open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)))
        FilesRead.insert(descriptor)
    }

    /// Opens an existing file, pipe or device for writing.
    init(writing path: String) throws(SystemError) {
        try self.init(opened: open(path, O_WRONLY | O_CLOEXEC))
    }

    /// Opens a descriptor of this process again, with its place in the file.
    init(copying descriptor: Int32) throws(SystemError) {
        try self.init(opened: fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1))
    }

    /// Creates a file. It is an error if the path exists.
    /// - Parameter permissions: The permissions; `nil` for the default of the user's umask.
    init(creating path: [CChar], permissions: mode_t?) throws(SystemError) {
        let mode = permissions.map { $0 & 0o600 } ?? 0o666
        try self.init(opened: open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode))
        if let permissions { fchmod(descriptor, permissions) }
    }

    /// Creates a file without a name in a folder; ``link(at:)`` names it later. Returns `nil` if the system does not
    /// support this.
    init?(unnamedIn folder: [CChar], permissions: mode_t?) {
        #if os(Linux)
            // The value of O_TMPFILE, which Swift does not import, on all of Linux's architectures but three old ones.
            let unnamed = 0o20_000_000 | O_DIRECTORY
            let mode = permissions.map { $0 & 0o600 } ?? 0o666
            guard let file = try? OpenFile(opened: open(folder, O_WRONLY | unnamed | O_CLOEXEC, mode)) else {
                return nil
            }
            guard access("/proc/self/fd/\(file.descriptor)", F_OK) == 0 else { return nil }
            self = file
            if let permissions { fchmod(descriptor, permissions) }
        #else
            return nil
        #endif
    }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

    /// A Boolean value that indicates whether the file is a terminal.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// A Boolean value that indicates whether this is a regular file, and no folder, pipe or device.
    var isRegular: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Gives an unnamed file a path, which must not exist.
    func link(at path: [CChar]) throws(SystemError) {
        #if os(Linux)
            guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
                throw .last
            }
        #else
            throw SystemError(number: ENOTSUP)
        #endif
    }

    /// Reads at most `count` bytes; none at the end of the file.
    func read(atMost count: Int) throws(SystemError) -> [UInt8] {
        while true {
            var number = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { piece, filled in
                number = Foundation.read(descriptor, piece.baseAddress, count)
                filled = max(0, number)
            }
            if number >= 0 { return bytes }
            guard errno == EINTR else { throw .last }
        }
    }

    /// Reads the rest of the file.
    /// - Returns: The bytes, or `nil` if there are more than `limit`.
    /// - Complexity: O(bytes).
    func readAll(limit: Int) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            let piece = try read(atMost: 1 << 16)
            if piece.isEmpty { return bytes }
            guard bytes.count + piece.count <= limit else { return nil }
            bytes += piece
        }
    }

    /// Waits until the file, or the entries of a folder, are stored durably. It does nothing for pipes and devices.
    func synchronize() throws(SystemError) {
        guard fsync(descriptor) != 0, errno != EINVAL, errno != EROFS, errno != ENOTSUP else { return }
        throw .last
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
