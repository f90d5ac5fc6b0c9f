// SPDX-License-Identifier: MIT
import InkGeometry

/// A drawing's strokes with their outlines, ready to be filled, exported or measured.
public struct InkedDrawing: Sendable {
    /// What was inked.
    public let drawing: Drawing
    /// The drawing's strokes, in order.
    public let strokes: [InkedStroke]

    /// Outlines are within a twentieth of a pixel of the true curves when rendered at `scale` pixels a point: too
    /// little to see, and 20 times less than a polygon of the samples.
    public static func accuracy(scale: Double) -> Double { 0.05 / min(max(scale, 0.01), 1000) }

    /// - Parameters:
    ///   - drawing: what to ink.
    ///   - accuracy: how far in points outlines may be from the true curves; above 0.
    /// - Complexity: O(samples).
    @inline(never) public init(_ drawing: Drawing, accuracy: Double) {
        self.drawing = drawing
        var strokes: [InkedStroke] = []
        strokes.reserveCapacity(drawing.strokes.count)
        for stroke in drawing.strokes {
            strokes.append(InkedStroke(stroke, after: strokes.last, accuracy: accuracy))
        }
        self.strokes = strokes
    }

    /// The box around all ink, in points. Complexity: O(strokes).
    public var bounds: Rect { strokes.reduce(.empty) { $0.union($1.outline.bounds) } }
}
