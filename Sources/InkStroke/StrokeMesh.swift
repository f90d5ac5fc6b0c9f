// SPDX-License-Identifier: MIT
import InkGeometry

/// A stroke as one triangle strip for a GPU: the vertices of its ribs, left and right in turn.
///
/// Vertices before ``settledCount`` never change, so a host uploads only what came after. Triangles overlap where the
/// stroke crosses itself: for translucent ink draw each pixel once (stencil), or fill the ``StrokeOutline``.
public struct StrokeMesh: RibSink, Sendable {
    /// x and y of each vertex in turn, in points.
    public private(set) var coordinates: [Float] = []
    /// How many vertices are final; the rest is the tail.
    public private(set) var settledCount = 0

    public init() {}

    public var vertexCount: Int { coordinates.count / 2 }

    public mutating func append(_ rib: Rib) {
        appendTail(rib)
        settledCount = vertexCount
    }

    public mutating func appendTail(_ rib: Rib) {
        coordinates.append(Float(rib.left.x))
        coordinates.append(Float(rib.left.y))
        coordinates.append(Float(rib.right.x))
        coordinates.append(Float(rib.right.y))
    }

    public mutating func dropTail() {
        coordinates.removeLast(coordinates.count - settledCount * 2)
    }
}
