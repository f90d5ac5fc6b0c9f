// SPDX-License-Identifier: MIT

/// An outline that a ``Trail`` fills with one even colour, however often it crosses itself.
public struct TrailInk: Sendable {
    /// In the surface's points; fill it by the non-zero winding rule.
    public var outline: StrokeOutline
    /// With straight alpha, drawn over what is there.
    public var color: SRGBColor

    public init(outline: StrokeOutline, color: SRGBColor) {
        self.outline = outline
        self.color = color
    }
}
