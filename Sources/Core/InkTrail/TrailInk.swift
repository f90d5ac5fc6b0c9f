// SPDX-License-Identifier: MIT
import InkStroke

/// An outline that a ``Trail`` fills with one even colour, even where it crosses itself.
public struct TrailInk: Sendable {
    /// The outline in the surface's points. Fill it by the non-zero winding rule.
    public var outline: StrokeOutline
    /// The colour with straight alpha, drawn over the existing content.
    public var color: SRGBColor

    public init(outline: StrokeOutline, color: SRGBColor) {
        self.outline = outline
        self.color = color
    }
}
