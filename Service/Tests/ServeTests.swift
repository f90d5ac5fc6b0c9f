// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Testing

@testable import InkLockService

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.blocking) struct ServeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("Package.swift", "".utf8)
        try folder.write("Web/package.json", "{}".utf8)
        try folder.write("Web/index.html", "<p>pad".utf8)
    }

    /// Starts the server and gives it back with the first line that it printed and what comes after.
    private func start(_ arguments: [String], in path: String) throws -> (Process, String, FileHandle) {
        let process = Process()
        process.executableURL = InkLockProcess.executable
        process.arguments = ["serve"] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: path)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        return (process, line, output.fileHandleForReading)
    }

    @Test("The server prints its address and ends cleanly on a signal", arguments: [SIGTERM, SIGINT])
    func itSaysWhereItIsAndEndsPolitely(signal: Int32) async throws {
        // From inside the copy of InkLock, its own site is found without being named.
        let (process, line, rest) = try start(["--port", "0"], in: folder.path("Web"))
        let match = try #require(line.wholeMatch(of: #/InkLock is at (http://127\.0\.0\.1:([0-9]+)/)\n/#))
        let port = match.2

        let taken = try InkLockProcess(["serve", "--port", "\(port)"], in: folder)
        #expect(taken.status == 69)
        #expect(
            taken.errors == "inklock: port \(port) is taken by another program; choose one with --port, or 0 for any\n")

        // The connection stays open, as a browser's does.
        let (data, _) = try await URLSession.shared.data(from: try #require(URL(string: String(match.1))))
        #expect(String(decoding: data, as: UTF8.self) == "<p>pad")

        kill(process.processIdentifier, signal)
        process.waitForExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        #expect(rest.readDataToEndOfFile().isEmpty)
    }

    @Test(
        "Wrong use gives a one-line error",
        arguments: [
            (["--host", "192.0.2.1"], 69, "192.0.2.1 is not an address of this machine; choose one with --host"),
            (
                ["--host", "nowhere.invalid"], 69,
                "there is no address for the host nowhere.invalid; choose one with --host"
            ),
            (["--site", "nowhere"], 66, "nowhere: there is no folder here that can be read; choose one with --site"),
            (
                ["--site", "Package.swift"], 66,
                "Package.swift: there is no folder here that can be read; choose one with --site"
            ),
            (["--port", "65536"], 64, "--port must be between 0 and 65535"),
            (["--port", "-1"], 64, "--port must be between 0 and 65535"),
            (["--port", "http"], 64, "The value 'http' is invalid for '--port <port>'"),
            (["--host", ""], 64, "--host must not be empty"),
        ])
    func wrongUseIsOneLine(arguments: [String], status: Int32, message: String) throws {
        let outcome = try InkLockProcess(["serve"] + arguments, in: folder)
        #expect(outcome.status == status)
        #expect(outcome.errors == "inklock: \(message)\n")
        #expect(outcome.output.isEmpty)
    }
}
