// SPDX-License-Identifier: MIT
import InkGeometry

/// An ordered list of strokes on a surface: everything needed to render them.
public struct Drawing: Hashable, Sendable {
    /// The size of the surface in points. Ink may lie outside it; exports show the part inside.
    public var size: InkSize
    /// The strokes in the order in which they were drawn. Later strokes cover earlier ones.
    public var strokes: [Stroke]
    /// The time from which the starts of strokes count, in seconds since 1970-01-01 UTC, or `nil` if it was not
    /// recorded. It is the time of the first stroke on the surface, even if that was removed.
    public var date: Double?

    /// Creates a drawing. A drawing without a size takes the size of the surface on which it is first drawn.
    public init(size: InkSize = .zero, strokes: [Stroke] = [], date: Double? = nil) {
        self.size = size
        self.strokes = strokes
        self.date = date
    }

    /// A Boolean value that indicates whether there are no strokes.
    public var isEmpty: Bool { strokes.isEmpty }

    /// The number of samples.
    ///
    /// - Complexity: O(strokes).
    public var pointCount: Int { strokes.reduce(0) { $0 + $1.points.count } }

    /// The bounding box of all samples, without the ink's width.
    ///
    /// - Complexity: O(samples).
    public var sampleBounds: InkRect { strokes.reduce(.empty) { $0.union($1.sampleBounds) } }
}
