// SPDX-License-Identifier: MIT
import InkGeometry

/// The dirty rectangles, in points, of everything that happened to a ``DrawingEditor`` since they were last taken.
public struct DrawingChanges: Hashable, Sendable {
    /// Where finished strokes came or went otherwise than by drawing one more: paint all strokes again there.
    public var finished = Rect.empty
    /// Where the stroke in progress changed, or was finished or given up.
    public var live = Rect.empty

    /// Nothing has happened.
    public init() {}

    /// The box around both.
    public var all: Rect { finished.union(live) }
    /// Whether nothing has to be painted again.
    public var isEmpty: Bool { finished.isEmpty && live.isEmpty }
}
