// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Testing

/// Tests of the example programs, which README shows.
@Suite struct ProgramTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// Runs a program in a folder.
    private func run(_ name: String, in folder: URL, input: String) throws -> (lines: [Substring], status: Int32) {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(name)
        program.currentDirectoryURL = folder
        let (given, written) = (Pipe(), Pipe())
        program.standardInput = given
        program.standardOutput = written
        program.standardError = FileHandle.nullDevice
        try program.run()
        try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try given.fileHandleForWriting.close()
        let output = try written.fileHandleForReading.readToEnd() ?? Data()
        program.waitForExit()
        return (String(decoding: output, as: UTF8.self).split(separator: "\n"), program.terminationStatus)
    }

    private func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inklock-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("The diary unlocks with its passcode only") func lockedDiary() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try run("LockedDiary", in: folder, input: "quartz lantern\n")
        #expect(first.status == 0 && first.lines.first == "New passcode:" && first.lines.last == "Unlocked")
        let wrong = try run("LockedDiary", in: folder, input: "quartz lanterns\n")
        #expect(wrong.lines == ["Passcode:", "Wrong passcode. Try again.", "Locked"])
        let right = try run("LockedDiary", in: folder, input: "quartz lantern\n")
        #expect(right.status == 0 && right.lines == ["Passcode:", "Unlocked"])
    }

    @Test("The diary says that too many wrong passcodes make its owner wait") func wait() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try run("LockedDiary", in: folder, input: "quartz lantern\n")
        for number in 1...4 {
            let wrong = try run("LockedDiary", in: folder, input: "quartz lantern \(number)\n")
            #expect(wrong.lines == ["Passcode:", "Wrong passcode. Try again.", "Locked"])
        }
        let refused = try run("LockedDiary", in: folder, input: "quartz lantern\n")
        #expect(refused.status == 0)
        #expect(refused.lines == ["Passcode:", "Too many wrong passcodes. Try again later.", "Locked"])
    }

    @Test("The diary rejects a common passcode") func commonPasscode() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let common = try run("LockedDiary", in: folder, input: "password\n")
        #expect(common.lines.dropFirst() == ["Choose a passcode that is longer or less common.", "Locked"])
    }

    @Test("A signature becomes a PNG file") func signatureImage() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let samples = "x y\n" + (0...20).map { "\(20 + $0 * 10) 80 \(Double($0) / 120)\n" }.joined()
        let drawn = try run("SignatureImage", in: folder, input: samples)
        #expect(drawn.status == 0 && drawn.lines.count == 1)
        let line = try #require(drawn.lines.first)
        #expect(line.hasPrefix("A PNG file of ") && line.hasSuffix(" bytes"))
    }

    @Test("README shows the programs as they are", arguments: ["LockedDiary", "SignatureImage"])
    func readme(_ name: String) throws {
        let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let program = try String(
            contentsOf: Self.root.appendingPathComponent("Examples/\(name)/main.swift"), encoding: .utf8)
        let code = program.drop { $0 != "\n" }.drop { $0 == "\n" }
        #expect(readme.contains("```swift\n\(code)```"))
    }
}
