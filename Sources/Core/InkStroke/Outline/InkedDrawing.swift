// SPDX-License-Identifier: MIT
import InkGeometry

/// A drawing with the outlines of its strokes, ready to fill, export or measure.
public struct InkedDrawing: Sendable {
    /// The original drawing.
    public let drawing: Drawing
    /// The drawing's strokes, in order.
    public let strokes: [InkedStroke]

    /// Returns the outline accuracy in points for rendering at `scale` pixels per point: a twentieth of a pixel. That
    /// is too little to see, and 20 times less than the error of a polygon through the samples.
    public static func accuracy(scale: Double) -> Double { 0.05 / min(max(scale, 0.01), 1000) }

    /// Creates the outlines of a drawing's strokes.
    /// - Parameters:
    ///   - drawing: The drawing to outline.
    ///   - accuracy: The maximum distance in points between an outline and the true curve. Above 0.
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

    /// Creates the outlines of a drawing's strokes, or returns `nil` if they have more than about `ribLimit` ribs in
    /// all.
    /// - Parameters:
    ///   - drawing: The drawing to outline.
    ///   - accuracy: The maximum distance in points between an outline and the true curve. Above 0.
    ///   - ribLimit: The number of ribs. The samples of one block may exceed it.
    /// - Complexity: O(samples).
    package init?(_ drawing: Drawing, accuracy: Double, ribLimit: Int) {
        self.drawing = drawing
        var strokes: [InkedStroke] = []
        var rest = ribLimit
        for stroke in drawing.strokes {
            let width = strokes.last?.lineWidth
            guard let inked = InkedStroke(stroke, afterWidth: width, accuracy: accuracy, ribLimit: rest) else {
                return nil
            }
            rest = max(0, rest - inked.outline.ribs.count)
            strokes.append(inked)
        }
        self.strokes = strokes
    }

    /// The bounding box of all ink in points.
    ///
    /// - Complexity: O(strokes).
    public var bounds: InkRect { strokes.reduce(.empty) { $0.union($1.outline.bounds) } }
}
