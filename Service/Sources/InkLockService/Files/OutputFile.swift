// SPDX-License-Identifier: MIT
import Foundation

/// A file to write. `-` is standard output.
struct OutputFile: Hashable, Sendable {
    /// The maximum number of symbolic links to follow, as on Linux.
    private static let maximumLinks = 40

    let path: String

    var isStandardOutput: Bool { path == "-" }

    /// The name for messages.
    var name: String { isStandardOutput ? "standard output" : path }

    /// The file extension in lower case, or `nil` if the name contains no dot.
    var fileExtension: String? {
        let parts = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        return parts.count > 1 ? parts.last?.lowercased() : nil
    }

    /// Throws an error if the path leads to a file that was read. Writing throws the same error; call this before work
    /// that would be lost.
    func checkNotRead() throws(CommandError) {
        guard isStandardOutput || !FilesRead.contains(path) else {
            throw CommandError(.usage, "\(name): this is a file that the command reads; choose another output")
        }
    }

    /// Writes the file atomically.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        try write { file throws(SystemError) in try file.writeAll(bytes) }
    }

    /// Writes the file atomically: until it is complete, the output has no name, or a temporary one in the same folder.
    /// A signal that ends the command leaves no file.
    ///
    /// Devices, pipes and open descriptors, such as `/dev/stdout`, are written directly. A symbolic link is kept, and
    /// its target is created or replaced. A file that was read is never written.
    func write(_ body: (borrowing OpenFile) throws(SystemError) -> Void) throws(CommandError) {
        try checkNotRead()
        do throws(SystemError) {
            if isStandardOutput { return try body(.standardOutput) }
            if let descriptor = Self.descriptor(path) { return try body(try OpenFile(copying: descriptor)) }
            var status = stat()
            guard stat(path, &status) == 0 else {
                guard errno == ENOENT else { throw .last }
                return try Self.replace(try Self.target(path), permissions: nil, body)
            }
            switch status.st_mode & S_IFMT {
            case S_IFREG:
                // Renaming would replace even a file without write permission.
                guard access(path, W_OK) == 0 else { throw SystemError.last }
                try Self.replace(try Self.realPath(path), permissions: status.st_mode & 0o7777, body)
            case S_IFDIR: throw SystemError(number: EISDIR)
            default: try body(try OpenFile(writing: path))
            }
        } catch {
            throw CommandError(
                .noOutput, "\(name): \(isStandardOutput ? error.streamDescription : error.description)")
        }
    }

    /// Writes a new file and renames it over the old one.
    /// - Parameter path: The path of the file as a C string, which need not be UTF-8.
    private static func replace(
        _ path: [CChar], permissions: mode_t?, _ body: (borrowing OpenFile) throws(SystemError) -> Void
    ) throws(SystemError) {
        // The name is short enough for every folder that accepts the file's own name.
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

    /// Returns the descriptor of this process that a path leads to. The file behind it has a place where it is written,
    /// and may be shared with other programs.
    private static func descriptor(_ path: String) -> Int32? {
        var path = cString(path)
        for _ in 0..<maximumLinks {
            let parent = folder(of: path)
            if let real = try? realPath(parent.isEmpty ? "." : text(parent)),
                ["/dev/fd", "/proc/\(getpid())/fd"].contains(text(real))
            {
                return Int32(text(Array(path[parent.count...])))
            }
            guard let next = link(at: path) else { return nil }
            path = next
        }
        return nil
    }

    /// Returns the path that a symbolic link leads to, or `nil` if there is no link.
    private static func link(at path: [CChar]) -> [CChar]? {
        var link = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &link, link.count - 1)
        guard count >= 0 else { return nil }
        let isAbsolute = link[0] == CChar(UInt8(ascii: "/"))
        return (isAbsolute ? [] : folder(of: path)) + link[..<count] + [0]
    }

    /// Returns the path to create: follows symbolic links until a name that does not exist.
    private static func target(_ path: String) throws(SystemError) -> [CChar] {
        var path = cString(path)
        for _ in 0..<maximumLinks {
            guard let next = link(at: path) else { return path }
            path = next
        }
        throw SystemError(number: ELOOP)
    }

    /// Returns the path up to its last slash, without a terminating zero. The result is empty without a slash.
    private static func folder(of path: [CChar]) -> [CChar] {
        path.lastIndex(of: CChar(UInt8(ascii: "/"))).map { Array(path[...$0]) } ?? []
    }

    private static func text(_ path: [CChar]) -> String {
        String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func cString(_ text: String) -> [CChar] { Array(text.utf8CString) }
}
