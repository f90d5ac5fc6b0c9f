// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import InkLockService

@Suite struct OutputFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to path: String) throws(CommandError) {
        try OutputFile(path: path).write(Array(text.utf8))
    }

    private func permissions(of name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    @Test("A new file is complete and no other file remains") func newFileIsThereWholeWithNothingBesideIt() throws {
        try write("new", to: folder.path("a.png"))
        #expect(try folder.bytes("a.png") == Data("new".utf8))
        #expect(try folder.names() == ["a.png"])
    }

    @Test("A replaced file keeps its permissions") func replacedFileKeepsItsPermissions() throws {
        try folder.write("a.png", "old and longer".utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("a.png"))
        try write("new", to: folder.path("a.png"))
        #expect(try folder.bytes("a.png") == Data("new".utf8))
        #expect(try permissions(of: "a.png") == 0o640)
    }

    @Test("A symbolic link is written through and stays a link") func linkStaysALink() throws {
        try folder.write("a.png", "old".utf8)
        try folder.link("link.png", to: "a.png")
        try write("new", to: folder.path("link.png"))
        #expect(try folder.bytes("a.png") == Data("new".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.png")) == "a.png")
    }

    @Test("A device is written to and stays a device") func deviceIsWrittenToAndStays() throws {
        try write("new", to: "/dev/null")
        let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
        #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test("An open descriptor is written at its place", arguments: ["/dev/fd/", "/proc/self/fd/", "link"])
    func descriptorsKeepTheirPlace(prefix: String) throws {
        try folder.write("log", "old, ".utf8)
        let descriptor = open(folder.path("log"), O_WRONLY | O_APPEND)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var path = "\(prefix)\(descriptor)"
        if prefix == "link" {
            try folder.link("link", to: "/dev/fd/\(descriptor)")
            path = folder.path("link")
        }
        try write("new, ", to: path)
        #expect(Foundation.write(descriptor, "last", 4) == 4)
        #expect(try folder.bytes("log") == Data("old, new, last".utf8))
        #expect(throws: CommandError.self) { try write("new", to: "/dev/fd/999999") }
    }

    @Test(
        "A failed write leaves nothing and states its reason",
        arguments: [
            ("missing/a.png", "No such file or directory"), ("folder", "Is a directory"),
            ("file/a.png", "Not a directory"), ("loop", "Too many levels of symbolic links"),
        ])
    func failureLeavesNothingAndSaysWhy(name: String, reason: String) throws {
        try folder.write("folder/inside", "".utf8)
        try folder.write("file", "".utf8)
        try folder.link("loop", to: "loop")
        let before = try folder.names()
        let path = folder.path(name)
        #expect(throws: CommandError(.noOutput, "\(path): \(reason)")) { try write("new", to: path) }
        #expect(try folder.names() == before)
    }

    @Test("A full disk is an error") func fullDiskIsAnError() throws {
        #expect(throws: CommandError(.noOutput, "/dev/full: No space left on device")) {
            try write("new", to: "/dev/full")
        }
    }
}
