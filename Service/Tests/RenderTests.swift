// SPDX-License-Identifier: MIT
import Foundation
import InkFiles
import Testing

@testable import InkLockService

@Suite(.blocking) struct RenderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("ink.json", SampleFiles.rows.utf8)
        try folder.write("two.json", SampleFiles.two.utf8)
    }

    /// Renders `ink.json` to PNG and reads the picture.
    private func picture(_ arguments: String...) throws -> PNGImage {
        let outcome = try InkLockProcess(["render", "ink.json", "-o", "ink.png"] + arguments, in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        return try PNGImage(decoding: Array(folder.bytes("ink.png")))
    }

    @Test(
        "The file extension selects the format",
        arguments: [("png", "\u{89}PNG"), ("svg", "<svg "), ("pdf", "%PDF-"), ("PNG", "\u{89}PNG")])
    func nameTellsTheFormat(ending: String, start: String) throws {
        let outcome = try InkLockProcess(["render", "ink.json", "-o", "out.\(ending)"], in: folder)
        #expect(outcome.status == 0)
        #expect(try folder.bytes("out.\(ending)").starts(with: start.unicodeScalars.map { UInt8($0.value) }))
        #expect(try folder.names() == ["ink.json", "out.\(ending)", "two.json"])
    }

    @Test("Standard streams carry the same bytes as files", arguments: ["png", "svg", "pdf"])
    func streamsCarryTheSameAsFiles(format: String) throws {
        _ = try InkLockProcess(["render", "ink.json", "-o", "file", "--to", format], in: folder)
        let outcome = try InkLockProcess(
            ["render", "-", "-o", "-", "--to", format], input: SampleFiles.rows.utf8, in: folder)
        #expect(outcome.status == 0)
        #expect(try outcome.output == folder.bytes("file"))
    }

    @Test("The picture has the requested size") func sizeIsAsAsked() throws {
        let plain = try picture()
        #expect(plain.pixelsPerMetre == nil)
        #expect(try picture("--scale", "2.5").width == Int((Double(plain.width) * 2.5).rounded()))
        #expect(try picture("--width", "333").width == 333)
        #expect(try picture("--width", "333", "--crop").width == 333)
        let printed = try picture("--dpi", "144")
        #expect(printed.width == plain.width * 2)
        #expect(printed.pixelsPerMetre == 5669)
        #expect(try picture("--crop").height < plain.height)
    }

    @Test("The picture has the requested background") func backgroundIsAsAsked() throws {
        #expect(try picture().rgba[..<4] == [0, 0, 0, 0])
        #expect(try picture("--background", "none").rgba[..<4] == [0, 0, 0, 0])
        #expect(try picture("--background", "#ff8000").rgba[..<4] == [255, 128, 0, 255])
        #expect(try picture("--background", "#f808").rgba[..<4] == [255, 136, 0, 136])
        let photo = try PNGImage(width: 1, height: 1, rgba: [1, 2, 3, 255])
        try folder.write("photo.png", photo.encoded())
        #expect(try picture("--background", "photo.png").rgba[..<4] == [1, 2, 3, 255])
    }

    @Test("Style options override the file") func styleOverridesTheFile() throws {
        let pictures = try [
            picture(), picture("--brush", "marker"), picture("--brush", "pencil"),
            picture("--model", "midpoint-quadratic"),
            picture("--colour", "#c00000"), picture("--model", "smooth"),
        ]
        #expect(Set(pictures).count == pictures.count)
        #expect(try picture("--color", "#c00000") == pictures[4])
        #expect(try picture("--model", "fair") == pictures[0])
    }

    @Test("A drawing is selected by name") func drawingIsChosenByName() throws {
        let first = try InkLockProcess(["render", "two.json", "-o", "-", "--to", "svg"], in: folder)
        #expect(first.errors == "inklock: two.json: the first of dot, wave is taken; choose with --drawing\n")
        let dot = try InkLockProcess(["render", "two.json", "-o", "-", "--to", "svg", "--drawing", "dot"], in: folder)
        #expect(dot.errors.isEmpty)
        #expect(dot.output == first.output)
        let wave = try InkLockProcess(
            ["render", "two.json", "-o", "-", "--to", "svg", "--drawing", "wave"], in: folder)
        #expect(wave.output.count > dot.output.count)
    }

    @Test("A name in a file cannot send control codes to a terminal") func nameInAFileCannotCommandATerminal() throws {
        try folder.write("evil.json", "{\"a\\u001b[2J\\n\":[[[1,1,0]]],\"b\":[[[1,1,0]]]}".utf8)
        let outcome = try InkLockProcess(["render", "evil.json", "-o", "a.svg"], in: folder)
        #expect(
            outcome.errors == "inklock: evil.json: the first of a\\u{1b}[2J\\u{a}, b is taken; choose with --drawing\n")
    }

    @Test("A failure keeps the existing picture") func failureLeavesTheOldPicture() throws {
        try folder.write("ink.png", "old".utf8)
        try folder.write("bad.json", "[[[1,".utf8)
        #expect(try InkLockProcess(["render", "bad.json", "-o", "ink.png"], in: folder).status == 65)
        #expect(try folder.bytes("ink.png") == Data("old".utf8))
    }
}
