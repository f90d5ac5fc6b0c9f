// SPDX-License-Identifier: MIT
import InkGeometry

/// A finished stroke with the outline of its ink.
public struct InkedStroke: Sendable {
    /// The original stroke.
    public let stroke: Stroke
    /// The outline of the ink, in the drawing's points.
    public let outline: StrokeOutline
    /// The mean width of the line in points. A dot has the mean width of the last line before it, or `nil` if there is
    /// none. A following dot is drawn with this width, limited to the widths of its brush.
    public let lineWidth: Double?

    init(_ stroke: Stroke, outline: StrokeOutline, lineWidth: Double?) {
        self.stroke = stroke
        self.outline = outline
        self.lineWidth = lineWidth
    }

    /// Creates the outline of a stroke that follows `previous`.
    /// - Parameters:
    ///   - stroke: The stroke to outline.
    ///   - previous: The stroke before it, whose line width sets the width of a dot, or `nil` for the first stroke.
    ///   - accuracy: The maximum distance in points between the outline and the true curve. Above 0.
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
