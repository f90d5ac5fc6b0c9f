// SPDX-License-Identifier: MIT
import InkStroke

/// The default brush of each tip, for the scripts.
enum BrushTable {
    static let part = CodePart.objects(
        "standardBrushes", "The default brush of each tip. Widths in points, colours 0xRRGGBBAA.", Brush.Tip.self
    ) { tip in
        let brush = Brush.standard(tip)
        return [
            ("color", .rgba(brush.color.rgba)), ("minimumWidth", .number(brush.minimumWidth)),
            ("maximumWidth", .number(brush.maximumWidth)),
        ]
    }
}
