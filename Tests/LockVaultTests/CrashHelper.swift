// SPDX-License-Identifier: MIT
import Foundation

/// A process that the test kills at a chosen moment.
struct CrashHelper {
    /// The lines that it printed before it was killed.
    let lines: [String]
    /// A Boolean value that indicates whether it ended before it was killed.
    let isDone: Bool

    /// Runs and kills the process.
    /// - Parameters:
    ///   - arguments: The arguments of the process.
    ///   - delay: The microseconds from its first output to the kill.
    init(_ arguments: [String], killedAfter delay: UInt32) throws {
        let executable = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("VaultCrashHelper").path
        let words = ([executable] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        let (process, output) = try Self.starting.withLock { try Self.start(executable, words) }
        defer { close(output) }

        var bytes: [UInt8] = []
        let first = Self.read(output, into: &bytes)
        if first { usleep(delay) }
        kill(process, SIGKILL)
        while Self.read(output, into: &bytes) {}
        waitpid(process, nil, 0)
        guard first else { throw CrashHelperError.diedAtOnce }
        // A last line without a line break is incomplete.
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        lines.removeLast()
        self.lines = lines.dropFirst().map(String.init)
        isDone = lines.last == "done"
    }

    /// Between creating a pipe and setting its flags, no other test may start a process, which would keep the pipe
    /// open.
    private static let starting = NSLock()

    private static func start(
        _ executable: String, _ words: [UnsafeMutablePointer<CChar>?]
    ) throws -> (process: pid_t, output: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw CrashHelperError.cannotStart }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var process: pid_t = 0
        let status = posix_spawn(&process, executable, &actions, nil, words + [nil], environ)
        close(ends[1])
        guard status == 0 else {
            close(ends[0])
            throw CrashHelperError.cannotStart
        }
        return (process, ends[0])
    }

    private static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(descriptor, &buffer, buffer.count)
        bytes += buffer[..<max(0, count)]
        return count > 0
    }
}

enum CrashHelperError: Error {
    case cannotStart
    case diedAtOnce
}
