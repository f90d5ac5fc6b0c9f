// SPDX-License-Identifier: MIT
import ArgumentParser
import CodeNames
import InkFiles
import InkStroke

/// The options that override the style of a drawing. Everything else stays as in the file.
struct StrokeStyle: ParsableArguments {
    @Option(help: "Draw all strokes with this brush's tip, widths and colour.")
    var brush: CodeArgument<Brush.Tip>?

    @Option(
        name: [.customLong("colour"), .customLong("color")],
        help: "Draw all strokes in this colour, such as #rrggbb or #rrggbbaa.")
    var color: ColorChoice?

    @Option(help: "Draw all strokes by this model.")
    var model: CodeArgument<StrokeModel>?

    func apply(to drawing: Drawing) -> Drawing {
        var drawing = drawing
        for i in drawing.strokes.indices { apply(to: &drawing.strokes[i]) }
        return drawing
    }

    private func apply(to stroke: inout Stroke) {
        if let brush {
            let seed = stroke.brush.seed
            stroke.brush = .standard(brush.value)
            stroke.brush.seed = seed
        }
        if let color { stroke.brush.color = color.color }
        if let model { stroke.model = model.value }
    }
}

/// A case on the command line, by its code name.
struct CodeArgument<Value: CaseIterable & Sendable>: ExpressibleByArgument, Sendable {
    let value: Value

    init?(argument: String) {
        guard let value = CodeName.value(argument, of: Value.self) else { return nil }
        self.value = value
    }

    static var allValueStrings: [String] { CodeName.all(of: Value.self) }
}

/// A colour in CSS's words on the command line.
struct ColorChoice: ExpressibleByArgument, Hashable, Sendable {
    let color: SRGBColor

    init?(argument: String) {
        guard let color = SRGBColor(css: argument) else { return nil }
        self.color = color
    }
}
