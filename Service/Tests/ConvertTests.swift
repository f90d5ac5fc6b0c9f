// SPDX-License-Identifier: MIT
import Foundation
import InkFiles
import Testing

@testable import InkLockService

@Suite struct ConvertTests {
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

    @Test(arguments: ["inkml", "json", "ink"])
    func everyFormatKeepsTheDrawing(format: String) throws {
        // Once through the compact form, which rounds: what comes after must be the same.
        try convert("rows.json", "rounded.ink")
        try convert("rounded.ink", "other.\(format)")
        try convert("other.\(format)", "back.ink")
        #expect(try folder.bytes("back.ink") == folder.bytes("rounded.ink"))
        #expect(try svg(of: "other.\(format)") == svg(of: "rounded.ink"))
    }

    @Test func formatCanBeNamedInsteadOfTold() throws {
        try convert("rows.json", "pad.txt", "--from", "rows", "--to", "signature-pad")
        #expect(try DrawingFile.format(of: folder.bytes("pad.txt")) == .signaturePad)
        try convert("pad.txt", "ink.json")
        #expect(try DrawingFile.format(of: folder.bytes("ink.json")) == .inklock)
    }

    @Test func streamsCarryTheSameAsFiles() throws {
        try convert("rows.json", "file.inkml")
        let outcome = try InkLockProcess(
            ["convert", "-", "-", "--to", "inkml"], input: SampleFiles.rows.utf8, in: folder)
        #expect(try outcome.output == folder.bytes("file.inkml"))
    }
}
