// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import InkFiles

/// The file that a command reads, and which of its drawings.
struct DrawingInput: ParsableArguments {
    @Argument(help: "The file to read, at most \(InputFile.sizeLimitText); - is standard input.")
    var input: String

    @Option(help: "What the file is; told from its contents by default.")
    var from: FormatChoice?

    @Option(help: "The drawing to take, by its name or else its number; the first by default.")
    var drawing: String?

    var file: InputFile { InputFile(path: input) }

    /// The chosen drawing. A choice that was left open, and what reading had to change, is told on standard error.
    /// - Parameter choosesFirst: whether the first of several drawings is taken where none is named.
    func read(choosesFirst: Bool = true) throws(CommandError) -> NamedDrawing {
        let chosen = try chosen(from: readAll(), choosesFirst: choosesFirst)
        tell(chosen.warnings, about: nil)
        return chosen
    }

    /// The same without a word about changes, for a command that tells them in its own way.
    func chosen(from drawings: [NamedDrawing], choosesFirst: Bool = true) throws(CommandError) -> NamedDrawing {
        guard let first = drawings.first else {
            throw CommandError(.malformedInput, "\(file.name): there is no drawing in it")
        }
        if let drawing {
            if let named = drawings.first(where: { $0.name?.utf8.elementsEqual(drawing.utf8) == true }) { return named }
            if let number = Int(drawing), drawings.indices.contains(number - 1) { return drawings[number - 1] }
            throw CommandError(
                .malformedInput,
                "\(file.name): there is no drawing '\(TerminalText.name(drawing))' in it; there are "
                    + Self.list(drawings))
        }
        guard drawings.count > 1 else { return first }
        guard choosesFirst else {
            throw CommandError(
                .usage, "\(file.name): it holds \(Self.list(drawings)); choose with --drawing, or take --all")
        }
        InkLockCommand.say("\(file.name): the first of \(Self.list(drawings)) is taken; choose with --drawing")
        return first
    }

    func readAll() throws(CommandError) -> [NamedDrawing] {
        let bytes = try file.bytes()
        do throws(DrawingFileError) {
            return try DrawingFile.read(Data(bytes), as: from?.format, maximumBytes: InputFile.sizeLimit)
        } catch {
            throw CommandError(.malformedInput, "\(file.name): \(error)")
        }
    }

    /// Says sentences about a drawing on standard error, a line each; `index` is its place among several.
    func tell(_ sentences: [String], about index: Int?) {
        for sentence in sentences {
            InkLockCommand.say("\(file.name): \(index.map { "drawing \($0 + 1): " } ?? "")\(sentence)")
        }
    }

    /// The names with commas between them, as many as a line can bear.
    private static func list(_ drawings: [NamedDrawing]) -> String {
        let titles = drawings.prefix(24).enumerated().map { $1.name.map(TerminalText.name) ?? "\($0 + 1)" }
        let shown = titles.joined(separator: ", ")
        return drawings.count > 24 ? "\(shown) and \(drawings.count - 24) more" : shown
    }
}
