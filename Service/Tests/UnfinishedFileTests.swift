// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Testing

@testable import InkLockService

/// A command that a signal ends while it writes leaves its output whole or not at all, and nothing else.
@Suite(.blocking) struct UnfinishedFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let points = (0..<30_000).map { "[\($0 % 997).25,\($0 % 631).5,\($0)]" }.joined(separator: ",")
        try folder.write("ink.json", "[[\(points)]]".utf8)
    }

    @Test(
        "A signal leaves the old file or the complete new one", arguments: [SIGINT, SIGTERM, SIGHUP],
        1...4 as ClosedRange<UInt64>)
    func signalsLeaveNothingBehind(signal: Int32, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        try folder.write("out.json", "old".utf8)
        let before = try folder.names()
        let process = Process()
        process.executableURL = InkLockProcess.executable
        process.arguments = ["convert", "ink.json", "out.json"]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        try process.run()
        // Odd seeds wait for the file that an unfinished one would be; even ones for any moment.
        let end = Date(timeIntervalSinceNow: seed % 2 == 0 ? Double.random(in: 0...1.5, using: &random) : 60)
        while process.isRunning && Date() < end {
            if try seed % 2 == 1 && folder.names() != before { break }
        }
        process.terminationStatus(after: signal)
        #expect(try folder.names() == before)
        let output = try folder.bytes("out.json")
        #expect(output == Data("old".utf8) || output.suffix(4) == Data("]}]}\n".utf8.suffix(4)))
    }

    @Test("A dangling link is written through and stays a link") func danglingLinkStaysALink() throws {
        try folder.link("link.json", to: "made.json")
        try OutputFile(path: folder.path("link.json")).write(Array("new".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.json")) == "made.json")
        #expect(try folder.bytes("made.json") == Data("new".utf8))
        try folder.link("lost.json", to: "none/made.json")
        #expect(throws: CommandError.self) { try OutputFile(path: folder.path("lost.json")).write([1]) }
        #expect(try folder.names() == ["ink.json", "link.json", "lost.json", "made.json"])
    }

    @Test("File names of the maximum length can be written") func namesAsLongAsTheSystemTakesAreWritten() throws {
        let name = String(repeating: "n", count: 250) + ".json"
        try OutputFile(path: folder.path(name)).write(Array("new".utf8))
        #expect(try folder.bytes(name) == Data("new".utf8))
    }
}

extension Process {
    /// Sends a signal and waits for the end.
    fileprivate func terminationStatus(after signal: Int32) {
        if isRunning { kill(processIdentifier, signal) }
        waitForExit()
    }
}
