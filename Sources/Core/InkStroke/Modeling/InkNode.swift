// SPDX-License-Identifier: MIT
import InkGeometry

/// A point on the centreline of a stroke with the ink's width there, both in points.
@frozen public struct InkNode: Hashable, Sendable {
    /// The centre of the line.
    public var position: InkPoint
    /// The distance between the two edges.
    public var width: Double

    @inlinable public init(_ position: InkPoint, width: Double) {
        self.position = position
        self.width = width
    }
}
