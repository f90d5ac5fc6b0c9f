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

/// A node with its time, as a ``StrokeModeler`` takes it.
@frozen public struct TimedNode: Hashable, Sendable {
    /// The position and width.
    public var node: InkNode
    /// The time in seconds since the start of the stroke.
    public var time: Double

    @inlinable public init(_ node: InkNode, time: Double) {
        self.node = node
        self.time = time
    }
}
