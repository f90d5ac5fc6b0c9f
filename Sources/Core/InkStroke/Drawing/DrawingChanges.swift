// SPDX-License-Identifier: MIT
import InkGeometry

/// The dirty rectangles, in points, of all changes to a ``DrawingEditor`` since the last call of
/// ``DrawingEditor/takeChanges()``.
public struct DrawingChanges: Hashable, Sendable {
    /// The area where finished strokes were added or removed by editing. Repaint all strokes there.
    public var finished = InkRect.empty
    /// The area where the stroke in progress changed, finished or was cancelled.
    public var live = InkRect.empty

    /// Creates an empty set of changes.
    public init() {}

    /// The bounding box of both areas.
    public var all: InkRect { finished.union(live) }
    /// A Boolean value that indicates whether nothing needs repainting.
    public var isEmpty: Bool { finished.isEmpty && live.isEmpty }
}
