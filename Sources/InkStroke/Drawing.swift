// SPDX-License-Identifier: MIT
import InkGeometry

/// Strokes in the order they were drawn, on a surface of a size: all that is needed to render them again.
public struct Drawing: Hashable, Sendable {
    /// The surface's size in points. Ink may lie outside it; exports show what lies inside.
    public var size: Size
    /// The strokes in the order in which they were drawn: later ones cover earlier ones.
    public var strokes: [Stroke]
    /// When the first stroke began, in seconds since 1970-01-01 UTC; `nil` when nobody recorded it.
    public var date: Double?

    /// Without a size, a drawing that takes that of the surface it is first drawn on.
    public init(size: Size = .zero, strokes: [Stroke] = [], date: Double? = nil) {
        self.size = size
        self.strokes = strokes
        self.date = date
    }

    /// Whether there is no stroke.
    public var isEmpty: Bool { strokes.isEmpty }

    /// The number of samples. Complexity: O(strokes).
    public var pointCount: Int { strokes.reduce(0) { $0 + $1.points.count } }

    /// The box around all samples, without the ink's width. Complexity: O(samples).
    public var sampleBounds: Rect { strokes.reduce(.empty) { $0.union($1.sampleBounds) } }
}
