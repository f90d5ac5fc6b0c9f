// SPDX-License-Identifier: MIT
import InkGeometry

/// A place on a stroke's centreline and the ink's width there, both in points.
@frozen public struct InkNode: Hashable, Sendable {
    public var position: Point
    public var width: Double

    @inlinable public init(_ position: Point, width: Double) {
        self.position = position
        self.width = width
    }
}
