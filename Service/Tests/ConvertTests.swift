// SPDX-License-Identifier: MIT
import Foundation
import InkFiles
import Testing

@testable import InkLockService

@Suite(.blocking) struct ConvertTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("rows.json", SampleFiles.rows.utf8)
    }

    private func convert(_ arguments: String...) throws {
        let outcome = try InkLockProcess(["convert"] + arguments, in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
    }

    private func svg(of name: String) throws -> Data {
        try InkLockProcess(["render", name, "-o", "-", "--to", "svg"], in: folder).output
    }

    @Test("Every format preserves the drawing", arguments: ["inkml", "json", "ink"])
    func everyFormatKeepsTheDrawing(format: String) throws {
        // Once through the compact form, which rounds: what comes after must be the same.
        try convert("rows.json", "rounded.ink")
        try convert("rounded.ink", "other.\(format)")
        try convert("other.\(format)", "back.ink")
        #expect(try folder.bytes("back.ink") == folder.bytes("rounded.ink"))
        #expect(try svg(of: "other.\(format)") == svg(of: "rounded.ink"))
    }

    @Test("Records of ISO/IEC 19794-7 are written and read", arguments: ["iso-2007", "iso-2014", "iso-compact"])
    func recordsAreWrittenAndRead(format: String) throws {
        let written = try InkLockProcess(["convert", "rows.json", "one.sdi", "--to", format], in: folder)
        #expect(written.status == 0 && written.errors.contains("The format "))
        let from = format == "iso-compact" ? ["--from", format] : []
        let read = try InkLockProcess(["convert", "one.sdi", "two.sdi", "--to", format] + from, in: folder)
        #expect(read.status == 0)
        #expect(try folder.bytes("one.sdi") == folder.bytes("two.sdi"))
        #expect(try InkLockProcess(["convert", "rows.json", "a.json", "--round"], in: folder).status == 64)
    }

    @Test("Options can name the formats") func formatCanBeNamedInsteadOfTold() throws {
        let outcome = try InkLockProcess(
            ["convert", "rows.json", "pad.txt", "--from", "rows", "--to", "signature-pad"], in: folder)
        #expect(outcome.status == 0)
        #expect(try DrawingFile.format(of: folder.bytes("pad.txt")) == .signaturePad)
        try convert("pad.txt", "ink.json")
        #expect(try DrawingFile.format(of: folder.bytes("ink.json")) == .inklock)
    }

    @Test("Losses of a conversion are reported") func lossesAreTold() throws {
        let pencil =
            "{\"format\":\"inklock-drawing\",\"version\":1,\"size\":{\"width\":320,\"height\":200},\"strokes\":[{"
            + "\"brush\":{\"tip\":\"pencil\",\"color\":\"#000000\",\"minimumWidth\":1,\"maximumWidth\":2,\"seed\":3},"
            + "\"channels\":[\"x\",\"y\",\"time\",\"tilt\"],\"points\":[[1.001,2,0,1],[3,4,1,1]]}]}"
        try folder.write("pencil.json", pencil.utf8)
        let pad = try InkLockProcess(["convert", "pencil.json", "pad.json", "--to", "signature-pad"], in: folder)
        #expect(pad.status == 0)
        #expect(
            pad.errors
                == "inklock: pencil.json: The format does not keep this drawing's size, tips, models, seeds and tilts.\n"
        )
        #expect(try InkLockProcess(["convert", "pencil.json", "exact.ink"], in: folder).errors.isEmpty)
        let ink = try InkLockProcess(["convert", "pencil.json", "pencil.ink", "--round"], in: folder)
        #expect(ink.status == 0)
        #expect(ink.errors == "inklock: pencil.json: The format rounds this drawing's positions.\n")
        #expect(try InkLockProcess(["convert", "pencil.json", "pencil.inkml"], in: folder).errors.isEmpty)
    }

    @Test("All drawings of a file are written to numbered files") func allDrawingsAreWrittenByTheirNumbers() throws {
        try folder.write("two.json", SampleFiles.two.utf8)
        let outcome = try InkLockProcess(["convert", "two.json", "out.x/../two.new.ink", "--all"], in: folder)
        #expect(outcome.status == 73, "there is no folder out.x")
        let all = try InkLockProcess(["convert", "two.json", "two.new.ink", "--all"], in: folder)
        #expect(all.status == 0)
        #expect(all.errors.contains("two.json: drawing 2: The format does not keep this drawing's name.\n"))
        #expect(try folder.names() == ["rows.json", "two.json", "two.new-1.ink", "two.new-2.ink"])
        for number in 1...2 {
            let one = try InkLockProcess(["convert", "two.json", "one.ink", "--drawing", "\(number)"], in: folder)
            #expect(one.status == 0)
            #expect(try folder.bytes("one.ink") == folder.bytes("two.new-\(number).ink"))
        }
        #expect(Convert.path("a.b/c", number: 3) == "a.b/c-3" && Convert.path(".ink", number: 1) == ".ink-1")
    }

    @Test("Of several drawings, all are written or none, and none replaces the file that is read")
    func severalDrawingsAreWrittenTogether() throws {
        // The second one pauses for longer than the format can hold.
        try folder.write("late.json", "{\"a\":[[[1,1,0]]],\"b\":[[[1,1,0],[2,2,4000]]]}".utf8)
        let late = try InkLockProcess(["convert", "late.json", "a.sdi", "--to", "iso-compact", "--all"], in: folder)
        #expect(late.status == 65 && late.errors.contains("too far apart"), "\(late.errors)")
        #expect(try folder.names() == ["late.json", "rows.json"])

        try folder.write("two-1.json", SampleFiles.two.utf8)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link-2.json"), withDestinationPath: "two-1.json")
        let (before, names) = (try folder.bytes("two-1.json"), try folder.names())
        for line in ["two-1.json two.json", "two-1.json link.json", "./two-1.json \(folder.path)/two.json"] {
            let outcome = try InkLockProcess("convert \(line) --all".split(separator: " ").map(String.init), in: folder)
            #expect(outcome.status == 64, "\(outcome.errors)")
            #expect(outcome.errors.hasSuffix("this is a file that the command reads; choose another output\n"))
            #expect(try folder.bytes("two-1.json") == before && folder.names() == names)
        }
    }

    @Test("A date that the format cannot represent is refused") func aDateThatTheFormatCannotHoldIsRefused() throws {
        let text =
            "{\"format\":\"inklock-drawing\",\"version\":1,\"size\":{\"width\":3,\"height\":2},\"date\":1e300,"
            + "\"strokes\":[{\"channels\":[\"x\",\"y\",\"time\"],\"points\":[[1,2,0]]}]}"
        try folder.write("late.json", text.utf8)
        let outcome = try InkLockProcess(["convert", "late.json", "pad.json", "--to", "signature-pad"], in: folder)
        #expect(outcome.status == 65 && outcome.errors.filter { $0 == "\n" }.count == 1)
        #expect(try folder.names() == ["late.json", "rows.json"])
    }

    @Test("Standard streams carry the same bytes as files") func streamsCarryTheSameAsFiles() throws {
        try convert("rows.json", "file.inkml")
        let outcome = try InkLockProcess(
            ["convert", "-", "-", "--to", "inkml"], input: SampleFiles.rows.utf8, in: folder)
        #expect(try outcome.output == folder.bytes("file.inkml"))
    }
}
