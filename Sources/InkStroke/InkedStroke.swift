// SPDX-License-Identifier: MIT
import InkGeometry

/// A finished stroke and the outline of its ink.
public struct InkedStroke: Sendable {
    /// What was inked.
    public let stroke: Stroke
    /// The shape of its ink, in the drawing's points.
    public let outline: StrokeOutline
    /// The mean width in points of this line; of the last line before it when this is a dot; `nil` when there is none.
    /// A following dot is as wide, within its own brush's widths.
    public let lineWidth: Double?

    init(_ stroke: Stroke, outline: StrokeOutline, lineWidth: Double?) {
        self.stroke = stroke
        self.outline = outline
        self.lineWidth = lineWidth
    }

    /// Inks a stroke that follows `previous`.
    /// - Parameters:
    ///   - stroke: what to ink.
    ///   - previous: the stroke before it, whose line tells how wide a dot is; `nil` for the first.
    ///   - accuracy: how far in points the outline may be from the true curve; above 0.
    /// - Complexity: O(samples).
    @inline(never) public init(_ stroke: Stroke, after previous: InkedStroke?, accuracy: Double) {
        let dotWidth = Self.dotWidth(of: stroke.brush, after: previous)
        let tracer = StrokeTracer(stroke, dotWidth: dotWidth, accuracy: accuracy)
        self.init(stroke, outline: tracer.outline, lineWidth: tracer.meanWidth ?? previous?.lineWidth)
    }

    static func dotWidth(of brush: Brush, after previous: InkedStroke?) -> Double? {
        guard let width = previous?.lineWidth else { return nil }
        return max(brush.minimumWidth, min(brush.maximumWidth, width))
    }
}
