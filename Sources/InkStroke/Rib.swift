// SPDX-License-Identifier: MIT
import InkGeometry

/// Two points facing each other across a stroke: its left and its right edge, as seen by the pen. Ribs in order
/// describe the stroke's area, caps and joins included.
@frozen public struct Rib: Hashable, Sendable {
    public var left: Point
    public var right: Point

    @inlinable public init(left: Point, right: Point) {
        self.left = left
        self.right = right
    }
}
