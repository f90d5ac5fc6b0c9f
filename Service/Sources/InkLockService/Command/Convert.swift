// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import InkFiles

/// `inklock convert`: a drawing in another format.
struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a drawing in another format.",
        discussion: """
            Writes InkLock's JSON (.json), InkML (.inkml) or InkLock's compact form (.ink) by the output's name, and \
            these or signature_pad's JSON by --to. Reads all of them, and plain rows of numbers.
            """)

    @OptionGroup var drawing: DrawingInput

    @Argument(help: "The file to write; - is standard output.")
    var output: String

    @Option(help: "What to write, whatever the output is called.")
    var to: FormatChoice?

    func validate() throws { _ = try format() }

    private func format() throws -> DrawingFormat {
        if to == .rows { throw ValidationError("rows are read only: say --to json or signature-pad") }
        if let to { return to.format }
        let ending = OutputFile(path: output).fileExtension
        if let format = ending.flatMap(DrawingFormat.init(fileExtension:)) { return format }
        if ending.flatMap(PictureFormat.init) != nil {
            throw ValidationError("\(output) is to be a picture: use inklock render")
        }
        throw ValidationError(
            output == "-"
                ? "standard output has no name to tell the format: say --to json, signature-pad, inkml or ink"
                : "\(output) does not end in .json, .inkml or .ink: say --to json, signature-pad, inkml or ink")
    }

    func run() throws {
        let format = try format()
        let named = try drawing.read()
        let bytes: Data
        do throws(DrawingFileError) {
            bytes = try DrawingFile.write(named.drawing, as: format)
        } catch {
            throw CommandFailure(.malformedInput, "\(drawing.file.name): \(error)")
        }
        try OutputFile(path: output).write([UInt8](bytes))
    }
}
