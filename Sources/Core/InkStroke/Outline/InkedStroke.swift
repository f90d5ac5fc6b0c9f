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

    /// The number of samples between two looks at the number of ribs.
    private static var blockSize: Int { 256 }

    /// Creates the outline of a stroke as ``init(_:after:accuracy:)`` does, or returns `nil` if it has more than about
    /// `ribLimit` ribs.
    ///
    /// The number of ribs depends on how the line turns, on its width and on the accuracy: where a wide line doubles
    /// back, one sample takes thousands. The ribs, not the samples, bound the memory of a file's outlines.
    /// - Parameters:
    ///   - stroke: The stroke to outline.
    ///   - previousWidth: The ``lineWidth`` of the stroke before it, or `nil` for the first stroke.
    ///   - accuracy: The maximum distance in points between the outline and the true curve. Above 0.
    ///   - ribLimit: The number of ribs. The samples of one block may exceed it.
    @inline(never) package init?(_ stroke: Stroke, afterWidth previousWidth: Double?, accuracy: Double, ribLimit: Int) {
        let dotWidth = Self.dotWidth(of: stroke.brush, afterWidth: previousWidth)
        var tracer = StrokeTracer(brush: stroke.brush, model: stroke.model, dotWidth: dotWidth, accuracy: accuracy)
        var start = 0
        while start < stroke.points.count {
            let end = min(start + Self.blockSize, stroke.points.count)
            tracer.append(contentsOf: stroke.points[start..<end])
            guard tracer.outline.ribs.count <= ribLimit else { return nil }
            start = end
        }
        // A dot, and what is left of a short stroke, is outlined here.
        tracer.updateTail()
        guard tracer.outline.ribs.count <= ribLimit else { return nil }
        self.init(stroke, outline: tracer.outline, lineWidth: tracer.meanWidth ?? previousWidth)
    }

    static func dotWidth(of brush: Brush, after previous: InkedStroke?) -> Double? {
        dotWidth(of: brush, afterWidth: previous?.lineWidth)
    }

    @inline(__always) private static func dotWidth(of brush: Brush, afterWidth width: Double?) -> Double? {
        guard let width else { return nil }
        return max(brush.minimumWidth, min(brush.maximumWidth, width))
    }
}
