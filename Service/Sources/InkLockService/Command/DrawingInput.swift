// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import InkFiles

/// The file that a command reads, and which of its drawings.
struct DrawingInput: ParsableArguments {
    @Argument(help: "The file to read; - is standard input.")
    var input: String

    @Option(help: "What the file is; told from its contents by default.")
    var from: FormatChoice?

    @Option(help: "The drawing to take, by its name or else its number; the first by default.")
    var drawing: String?

    var file: InputFile { InputFile(path: input) }

    /// The chosen drawing. A choice that was left open, and what reading had to change, is told on standard error.
    func read() throws(CommandFailure) -> NamedDrawing {
        let chosen = try chosen(from: readAll())
        for warning in chosen.warnings { InkLockCommand.say("\(file.name): \(warning)") }
        return chosen
    }

    /// The same without a word about changes, for a command that tells them in its own way.
    func chosen(from drawings: [NamedDrawing]) throws(CommandFailure) -> NamedDrawing {
        guard let first = drawings.first else {
            throw CommandFailure(.malformedInput, "\(file.name): there is no drawing in it")
        }
        let titles = drawings.enumerated().map { $1.name ?? "\($0 + 1)" }
        if let drawing {
            if let place = titles.firstIndex(of: drawing) { return drawings[place] }
            throw CommandFailure(
                .malformedInput, "\(file.name): there is no drawing '\(drawing)' in it; there are \(Self.list(titles))")
        }
        if drawings.count > 1 {
            InkLockCommand.say("\(file.name): the first of \(Self.list(titles)) is taken; choose with --drawing")
        }
        return first
    }

    func readAll() throws(CommandFailure) -> [NamedDrawing] {
        let bytes = try file.bytes()
        do throws(DrawingFileError) {
            return try DrawingFile.read(Data(bytes), as: from?.format, maximumBytes: InputFile.sizeLimit)
        } catch {
            throw CommandFailure(.malformedInput, "\(file.name): \(error)")
        }
    }

    /// The names with commas between them, as many as a line can bear.
    private static func list(_ titles: [String]) -> String {
        let shown = titles.prefix(24).joined(separator: ", ")
        return titles.count > 24 ? "\(shown) and \(titles.count - 24) more" : shown
    }
}
