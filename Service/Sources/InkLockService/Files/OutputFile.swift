// SPDX-License-Identifier: MIT
import Foundation

/// A file to write to; `-` is standard output.
struct OutputFile: Hashable, Sendable {
    /// As many links in a row as Linux follows.
    private static let maximumLinks = 40

    let path: String

    var isStandardOutput: Bool { path == "-" }

    /// What messages call it.
    var name: String { isStandardOutput ? "standard output" : path }

    /// What the name ends with after its last dot, in lower case; `nil` without a dot.
    var fileExtension: String? {
        let parts = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        return parts.count > 1 ? parts.last?.lowercased() : nil
    }

    /// Writes the whole file or none of it.
    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        try write { file throws(SystemError) in try file.writeAll(bytes) }
    }

    /// Writes the whole file or none of it: what `body` writes has no name, or another in the same folder, until it is
    /// complete, and a signal that ends the command leaves nothing behind.
    ///
    /// Devices and pipes are written to as they are. A symbolic link stays, and what it points to is made or replaced.
    func write(_ body: (borrowing OpenFile) throws(SystemError) -> Void) throws(CommandFailure) {
        do throws(SystemError) {
            if isStandardOutput { return try body(.standardOutput) }
            var status = stat()
            guard stat(path, &status) == 0 else {
                guard errno == ENOENT else { throw .last }
                return try Self.replace(try Self.target(path), permissions: nil, body)
            }
            switch status.st_mode & S_IFMT {
            case S_IFREG:
                // A rename would replace a file that the user may not write to.
                guard access(path, W_OK) == 0 else { throw SystemError.last }
                try Self.replace(try Self.realPath(path), permissions: status.st_mode & 0o7777, body)
            case S_IFDIR: throw SystemError(number: EISDIR)
            default: try body(try OpenFile(writing: path))
            }
        } catch {
            throw CommandFailure(
                .noOutput, "\(name): \(isStandardOutput ? error.streamDescription : error.description)")
        }
    }

    /// - Parameter path: the file's name in C's form, which need not be UTF-8.
    private static func replace(
        _ path: [CChar], permissions: mode_t?, _ body: (borrowing OpenFile) throws(SystemError) -> Void
    ) throws(SystemError) {
        // Short enough for every folder that takes the file's own name.
        let part = folder(of: path) + cString(".inklock-\(String(UInt64.random(in: 0 ... .max), radix: 36)).part")
        if let file = OpenFile(unnamedIn: folder(of: path) + cString("."), permissions: permissions) {
            try body(file)
            try UnfinishedFile.guarding(part) { () throws(SystemError) in
                try file.link(at: part)
                try move(part, to: path)
            }
        } else {
            try UnfinishedFile.guarding(part) { () throws(SystemError) in
                do throws(SystemError) {
                    try body(try OpenFile(creating: part, permissions: permissions))
                } catch {
                    unlink(part)
                    throw error
                }
                try move(part, to: path)
            }
        }
    }

    private static func move(_ part: [CChar], to path: [CChar]) throws(SystemError) {
        guard rename(part, path) == 0 else {
            let error = SystemError.last
            unlink(part)
            throw error
        }
    }

    private static func realPath(_ path: String) throws(SystemError) -> [CChar] {
        guard let real = realpath(path, nil) else { throw .last }
        defer { free(real) }
        return Array(UnsafeBufferPointer(start: real, count: strlen(real) + 1))
    }

    /// Where a path leads of which the last part is missing: through symbolic links to the name that is to be made.
    private static func target(_ path: String) throws(SystemError) -> [CChar] {
        var path = cString(path)
        for _ in 0..<maximumLinks {
            var link = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            let count = readlink(path, &link, link.count - 1)
            guard count >= 0 else { return path }
            let isAbsolute = link[0] == CChar(UInt8(ascii: "/"))
            path = (isAbsolute ? [] : folder(of: path)) + link[..<count] + [0]
        }
        throw SystemError(number: ELOOP)
    }

    /// The path up to its last slash, empty without one; not terminated.
    private static func folder(of path: [CChar]) -> [CChar] {
        path.lastIndex(of: CChar(UInt8(ascii: "/"))).map { Array(path[...$0]) } ?? []
    }

    private static func cString(_ text: String) -> [CChar] { Array(text.utf8CString) }
}
