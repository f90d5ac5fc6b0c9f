// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport

/// The real command in a process of its own, run to its end.
struct InkLockProcess {
    let status: Int32
    let output: Data
    let errors: String

    /// The command that was built beside the tests.
    static var executable: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("inklock")
    }

    /// The time after which a process that does not end by itself is killed.
    private static let timeout = Duration.seconds(300)

    /// The most memory that the process had, in bytes; 0 where the system does not tell.
    let peakMemory: Int

    /// Streams are files here, so that no pipe can fill up.
    /// - Parameter limitedToSeconds: The processor time after which the system ends the process.
    init(
        _ arguments: [String], limitedToSeconds: Int? = nil, input: some Sequence<UInt8> = [],
        in folder: TemporaryFolder
    ) throws {
        guard let limitedToSeconds else {
            try self.init(Self.executable, arguments, input: input, in: folder)
            return
        }
        let limited = ["-c", "ulimit -t \(limitedToSeconds); exec \"$@\"", "sh", Self.executable.path]
        try self.init(URL(fileURLWithPath: "/bin/sh"), limited + arguments, input: input, in: folder)
    }

    /// A line for the shell, in which `$INKLOCK` is the command.
    init(shell line: String, in folder: TemporaryFolder) throws {
        let arguments = ["-c", "INKLOCK=$0; \(line)", Self.executable.path]
        try self.init(URL(fileURLWithPath: "/bin/sh"), arguments, input: [], in: folder)
    }

    private init(
        _ program: URL, _ arguments: [String], input: some Sequence<UInt8>, in folder: TemporaryFolder
    ) throws {
        let streams = try TemporaryFolder()
        for name in ["output", "errors"] { try streams.write(name, []) }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.standardInput = FileHandle(forReadingAtPath: try streams.write("input", input))
        process.standardOutput = FileHandle(forWritingAtPath: streams.path("output"))
        process.standardError = FileHandle(forWritingAtPath: streams.path("errors"))
        try process.run()
        var peak = 0
        let overdue = ContinuousClock.now + Self.timeout
        while process.isRunning {
            if ContinuousClock.now > overdue { kill(process.processIdentifier, SIGKILL) }
            peak = max(peak, Self.peakMemory(of: process.processIdentifier))
            usleep(2_000)
        }
        process.waitForExit()
        peakMemory = peak
        status = process.terminationStatus
        output = try streams.bytes("output")
        errors = String(decoding: try streams.bytes("errors"), as: UTF8.self)
    }

    /// The high-water mark that Linux keeps for each process.
    private static func peakMemory(of process: Int32) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({
                Int($0)
            })
        else { return 0 }
        return kilobytes << 10
    }
}
