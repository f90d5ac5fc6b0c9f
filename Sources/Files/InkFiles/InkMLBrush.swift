// SPDX-License-Identifier: MIT
import InkStroke

/// A brush of InkML, with the properties that InkLock adds under names beginning with `inklock:`.
struct InkMLBrush {
    var brush = Brush.pen
    var model = StrokeModel.fair

    init() {}

    /// Creates a brush from an element. For properties that are unknown or malformed, it keeps those of a pen.
    init(_ element: MarkupElement, warnings: inout ImportWarnings) {
        var properties: [FileText: MarkupElement] = [:]
        for child in element.children where child.name == "brushProperty" {
            if let name = child.attributes["name"] { properties[name] = child }
        }
        func text(_ name: FileText) -> FileText? { properties[name]?.attributes["value"] }

        var color = SRGBColor.ink
        if let text = text("color") {
            let known = SRGBColor(css: text.string)
            color = known ?? .black
            if known == nil { warnings.add(.unknownColor) }
        }
        if let transparency = properties["transparency"]?.number("value") {
            // 0 (opaque) ... 255; fractions are found in the wild.
            let share = transparency > 0 && transparency < 1 ? transparency : transparency / 255
            color.alpha = UInt8((255 * (1 - min(max(share, 0), 1))).rounded())
        }
        let tip =
            text("inklock:tip").flatMap(Brush.Tip.init(name:)) ?? (text("rasterOp") == "maskPen" ? .marker : .pen)
        model = text("inklock:model").flatMap(StrokeModel.init(name:)) ?? .fair
        let seed = text("inklock:seed")?.wholeNumber ?? 0
        guard let width = properties["width"], let number = width.number("value") else {
            brush = Brush(tip: tip, color: color, seed: seed)
            return
        }
        let maximum = number * InkMLResolution.points(of: width.attributes["units"])
        let minimum = properties["inklock:minimumWidth"]?.number("value") ?? maximum
        brush = warnings.brush(tip: tip, color: color, minimum: minimum, maximum: maximum, seed: seed)
    }
}
