// SPDX-License-Identifier: MIT
import InkGeometry

/// A place on a stroke's centreline and the ink's width there, both in points.
@frozen public struct InkNode: Hashable, Sendable {
    /// The middle of the line.
    public var position: Point
    /// From one edge to the other.
    public var width: Double

    @inlinable public init(_ position: Point, width: Double) {
        self.position = position
        self.width = width
    }
}
