// SPDX-License-Identifier: MIT
import InkGeometry

/// Two points facing each other across a stroke: its left and its right edge, as seen by the pen. Ribs in order
/// describe the stroke's area, caps and joins included.
@frozen public struct Rib: Hashable, Sendable {
    /// On the left edge, in points.
    public var left: Point
    /// On the right edge, in points; the same as ``left`` where the ink ends in a point.
    public var right: Point

    @inlinable public init(left: Point, right: Point) {
        self.left = left
        self.right = right
    }
}
