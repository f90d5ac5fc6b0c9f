// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import InkFiles

/// The input file of a command and the choice of its drawing.
struct DrawingInput: ParsableArguments {
    @Argument(help: "The file to read, at most \(InputFile.sizeLimitText); - is standard input.")
    var input: String

    @Option(help: "The format of the file; detected from its contents by default.")
    var from: FormatChoice?

    @Option(help: "Which of several drawings to take, by its name or else its number.")
    var drawing: String?

    init() {}

    /// Creates the input of a command that has these options under names of its own.
    init(input: String, from: FormatChoice?, drawing: String?) {
        self.init()
        self.input = input
        self.from = from
        self.drawing = drawing
    }

    var file: InputFile { InputFile(path: input) }

    /// The treatment of a file of several drawings if none of them is chosen.
    enum Several {
        /// The first is taken, and a message says so.
        case firstIsTaken
        /// The file is refused. The advice names options that the command has.
        case refused(advice: String)

        /// The treatment by commands that make a statement about one person, which must not be about another by
        /// default.
        static let refused = Several.refused(advice: "choose with --drawing")
    }

    /// Reads the chosen drawing. Prints on standard error which drawing was chosen by default, and the warnings of
    /// reading.
    /// - Parameter several: The treatment of a file of several drawings if none of them is chosen.
    func read(several: Several = .firstIsTaken) throws(CommandError) -> NamedDrawing {
        let chosen = try chosen(from: readAll(), several: several)
        tell(chosen.warnings, about: nil)
        return chosen
    }

    /// Returns the chosen drawing without printing the warnings, for commands that show them differently.
    func chosen(from drawings: [NamedDrawing], several: Several = .firstIsTaken) throws(CommandError) -> NamedDrawing {
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
        if case .refused(let advice) = several {
            throw CommandError(.usage, "\(file.name): it holds \(Self.list(drawings)); \(advice)")
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

    /// Prints sentences about a drawing on standard error, one per line. `index` is its index among several drawings.
    func tell(_ sentences: [String], about index: Int?) {
        for sentence in sentences {
            InkLockCommand.say("\(file.name): \(index.map { "drawing \($0 + 1): " } ?? "")\(sentence)")
        }
    }

    /// Returns the first names, separated by commas.
    private static func list(_ drawings: [NamedDrawing]) -> String {
        let titles = drawings.prefix(24).enumerated().map { $1.name.map(TerminalText.name) ?? "\($0 + 1)" }
        let shown = titles.joined(separator: ", ")
        return drawings.count > 24 ? "\(shown) and \(drawings.count - 24) more" : shown
    }
}
