// SPDX-License-Identifier: MIT
import InkStroke

/// A brush of InkML, with the properties that InkLock adds under names beginning with `inklock:`.
struct InkMLBrush {
    var brush = Brush.pen
    var model = StrokeModel.smooth

    init() {}

    /// Properties that are unknown or cannot be understood leave what a pen has.
    init(_ element: MarkupElement, notes: inout ReadingNotes) {
        var properties: [String: MarkupElement] = [:]
        for child in element.children where child.name == "brushProperty" {
            if let name = child.attributes["name"] { properties[name] = child }
        }
        func text(_ name: String) -> String? { properties[name]?.attributes["value"] }

        var color = SRGBColor.ink
        if let text = text("color") {
            color = SRGBColor(css: text) ?? .black
            if SRGBColor(css: text) == nil { notes.add(.unknownColor) }
        }
        if let transparency = properties["transparency"]?.number("value") {
            // 0 (opaque) ... 255; fractions are found in the wild.
            let share = transparency > 0 && transparency < 1 ? transparency : transparency / 255
            color.alpha = UInt8((255 * (1 - min(max(share, 0), 1))).rounded())
        }
        let tips = Brush.Tip.allCases
        let tip = tips.first { $0.name == text("inklock:tip") } ?? (text("rasterOp") == "maskPen" ? .marker : .pen)
        let models = StrokeModel.allCases
        model = models.first { $0.name == text("inklock:model") } ?? .smooth
        let seed = text("inklock:seed").flatMap { UInt32($0) } ?? 0
        guard let width = properties["width"], let number = width.number("value") else {
            brush = Brush(tip: tip, color: color, seed: seed)
            return
        }
        let maximum = number * InkMLResolution.points(of: width.attributes["units"])
        let minimum = properties["inklock:minimumWidth"]?.number("value") ?? maximum
        brush = notes.brush(tip: tip, color: color, minimum: minimum, maximum: maximum, seed: seed)
    }
}
