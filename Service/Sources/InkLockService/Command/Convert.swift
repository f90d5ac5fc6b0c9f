// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import InkFiles

/// `inklock convert`: converts a drawing to another format.
struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a drawing in another format.",
        discussion: """
            Writes InkLock's JSON (.json), InkML (.inkml), InkLock's compact form (.ink) or ISO/IEC 19794-7:2007 \
            (.sdi) by the output's name, and these, signature_pad's JSON, ISO/IEC 19794-7:2014 or its compact format \
            by --to. Reads all of them, and plain rows of numbers; the compact format of ISO/IEC 19794-7 only with \
            --from. What the format cannot hold or rounds is told on standard error. A file of several drawings needs \
            --drawing or --all.
            """)

    @OptionGroup var drawing: DrawingInput

    @Argument(help: "The file to write; - is standard output.")
    var output: String

    @Option(help: "What to write, whatever the output is called.")
    var to: FormatChoice?

    @Flag(
        help: """
            In the compact form, round positions to 1/16 point, times to 1 ms, pressures to 1/255 and angles to 1/100 \
            radian.
            """)
    var round = false

    @Flag(help: "Write every drawing, each to a file of its own: drawing.ink becomes drawing-1.ink, drawing-2.ink ….")
    var all = false

    func validate() throws {
        let format = try format()
        if round && format != .compact { throw ValidationError("--round is for the compact form, .ink") }
        if all && drawing.drawing != nil { throw ValidationError("give only one of --all and --drawing") }
        if all && output == "-" { throw ValidationError("--all writes several files, which standard output cannot be") }
    }

    private func format() throws -> DrawingFormat {
        if to == .rows {
            throw ValidationError("rows can only be read: use --to json, signature-pad, inkml, ink or iso-2007")
        }
        if let to { return to.format }
        let ending = OutputFile(path: output).fileExtension
        if let format = ending.flatMap(DrawingFormat.init(fileExtension:)) { return format }
        if ending.flatMap(PictureFormat.init) != nil {
            throw ValidationError("\(output) is to be a picture: use inklock render")
        }
        throw ValidationError(
            output == "-"
                ? "standard output has no name to tell the format: use --to json, signature-pad, inkml, ink or iso-2007"
                : "\(output) does not end in .json, .inkml, .ink or .sdi: use --to json, signature-pad, inkml, ink or iso-2007"
        )
    }

    func run() throws {
        let format = try format()
        guard all else {
            let chosen = try drawing.read(several: .refused(advice: "choose with --drawing, or take --all"))
            return try write(try written(chosen, as: format), to: output, number: nil)
        }
        // All of them before the first file, so that a drawing that cannot be written leaves none of the others behind.
        let files = try drawing.readAll().enumerated().map { i, named in
            drawing.tell(named.warnings, about: i)
            let path = Self.path(output, number: i + 1)
            try OutputFile(path: path).checkNotRead()
            return (path, try written(named, as: format))
        }
        for (i, (path, file)) in files.enumerated() { try write(file, to: path, number: i) }
    }

    private func written(_ named: NamedDrawing, as format: DrawingFormat) throws(CommandError) -> WrittenDrawing {
        do throws(DrawingFileError) {
            return try WrittenDrawing(named, as: format, rounding: round ? PackedStrokes.Rounding() : nil)
        } catch {
            throw CommandError(.malformedInput, "\(drawing.file.name): \(error)")
        }
    }

    private func write(_ file: WrittenDrawing, to path: String, number: Int?) throws(CommandError) {
        try OutputFile(path: path).write([UInt8](file.data))
        drawing.tell(file.losses, about: number)
    }

    /// Returns the output's name with a drawing's number before its extension.
    static func path(_ output: String, number: Int) -> String {
        let name = output.utf8.lastIndex(of: UInt8(ascii: "/")).map(output.utf8.index(after:)) ?? output.startIndex
        guard let dot = output.utf8[name...].lastIndex(of: UInt8(ascii: ".")), dot > name else {
            return "\(output)-\(number)"
        }
        return "\(output[..<dot])-\(number)\(output[dot...])"
    }
}
