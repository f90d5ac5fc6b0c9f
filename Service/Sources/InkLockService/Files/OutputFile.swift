// SPDX-License-Identifier: MIT
import Foundation

/// A file to write to; `-` is standard output.
struct OutputFile: Hashable, Sendable {
    let path: String

    var isStandardOutput: Bool { path == "-" }

    /// What the name ends with after its last dot, in lower case; `nil` without a dot.
    var fileExtension: String? {
        let parts = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        return parts.count > 1 ? parts.last?.lowercased() : nil
    }

    /// Writes the whole file or none of it: the bytes have another name, in the same folder, until they are complete.
    ///
    /// Devices and pipes are written to as they are; a symbolic link stays, and what it points to is replaced.
    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        do throws(SystemError) {
            if isStandardOutput { return try OpenFile.standardOutput.writeAll(bytes) }
            var status = stat()
            guard stat(path, &status) == 0 else {
                guard errno == ENOENT else { throw .last }
                return try Self.replace(path, by: bytes, permissions: nil)
            }
            switch status.st_mode & S_IFMT {
            case S_IFREG:
                // A rename would replace a file that nobody may write to.
                guard access(path, W_OK) == 0 else { throw SystemError.last }
                try Self.replace(try Self.realPath(path), by: bytes, permissions: status.st_mode & 0o7777)
            case S_IFDIR: throw SystemError(number: EISDIR)
            default: try OpenFile(writing: path).writeAll(bytes)
            }
        } catch {
            throw CommandFailure(.noOutput, "\(isStandardOutput ? "standard output" : path): \(error)")
        }
    }

    private static func replace(_ path: String, by bytes: [UInt8], permissions: mode_t?) throws(SystemError) {
        let part = "\(path).\(UInt64.random(in: 0 ... .max)).part"
        do throws(SystemError) {
            try OpenFile(creating: part, permissions: permissions).writeAll(bytes)
            guard rename(part, path) == 0 else { throw .last }
        } catch {
            unlink(part)
            throw error
        }
    }

    private static func realPath(_ path: String) throws(SystemError) -> String {
        guard let real = realpath(path, nil) else { throw .last }
        defer { free(real) }
        return String(cString: real)
    }
}
