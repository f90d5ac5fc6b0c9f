// SPDX-License-Identifier: MIT
import Foundation

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

    /// Streams are files here, so that no pipe can fill up.
    init(_ arguments: [String], input: some Sequence<UInt8> = [], in folder: TemporaryFolder) throws {
        let streams = try TemporaryFolder()
        for name in ["output", "errors"] { try streams.write(name, []) }
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.standardInput = FileHandle(forReadingAtPath: try streams.write("input", input))
        process.standardOutput = FileHandle(forWritingAtPath: streams.path("output"))
        process.standardError = FileHandle(forWritingAtPath: streams.path("errors"))
        try process.run()
        process.waitUntilExit()
        status = process.terminationStatus
        output = try streams.bytes("output")
        errors = String(decoding: try streams.bytes("errors"), as: UTF8.self)
    }
}
