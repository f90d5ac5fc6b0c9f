// SPDX-License-Identifier: MIT
import CodeNames
import InkStroke

/// The default brush of each tip, for the scripts.
enum BrushTable {
    static var script: String {
        let lines = Brush.Tip.allCases.map { tip in
            let brush = Brush.standard(tip)
            let color = String(brush.color.rgba, radix: 16)
            return "  '\(CodeName.of(tip))': { color: 0x\(String(repeating: "0", count: 8 - color.count))\(color), "
                + "minimumWidth: \(brush.minimumWidth), maximumWidth: \(brush.maximumWidth) },\n"
        }
        return """
            /** The default brush of each tip. Widths in points, colours 0xRRGGBBAA. */
            export const standardBrushes = Object.freeze({
            \(lines.joined())});

            """
    }

    static var declaration: String {
        """
        /** The default brush of each tip. Widths in points, colours 0xRRGGBBAA. */
        export const standardBrushes: Readonly<
          Record<BrushTip, { readonly color: number; readonly minimumWidth: number; readonly maximumWidth: number }>
        >;

        """
    }
}
