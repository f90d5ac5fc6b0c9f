// SPDX-License-Identifier: MIT
import InkGeometry

/// Two points that face each other across a stroke, on its left and right edges as seen from the pen. The ribs in order
/// describe the stroke's area including caps and joins.
@frozen public struct Rib: Hashable, Sendable {
    /// The point on the left edge, in points.
    public var left: InkPoint
    /// The point on the right edge, in points. It equals ``left`` where the ink ends in a point.
    public var right: InkPoint

    @inlinable public init(left: InkPoint, right: InkPoint) {
        self.left = left
        self.right = right
    }
}

extension InkRect {
    /// Extends the rectangle to contain both ends of a rib.
    @inline(__always) mutating func formUnion(_ rib: Rib) {
        formUnion(rib.left)
        formUnion(rib.right)
    }
}
