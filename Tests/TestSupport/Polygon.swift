// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// A closed polygon with straightforward, slow measurements, for checking outlines.
public struct Polygon: Sendable {
    public var vertices: [InkPoint]

    public init(_ vertices: [InkPoint]) { self.vertices = vertices }

    /// Creates the polygon of an outline; with `area`, only the vertices that ``StrokeOutline/visitVertices(near:_:)``
    /// visits.
    public init(_ outline: StrokeOutline, near area: InkRect? = nil) {
        var vertices: [InkPoint] = []
        outline.visitVertices(near: area) { vertices.append($0) }
        self.vertices = vertices
    }

    /// Returns the winding number of the polygon around a point, clockwise on screen, and the distance to its nearest
    /// edge.
    ///
    /// The method counts edges that cross a ray to the right.
    ///
    /// - Complexity: O(vertices).
    public func winding(at p: InkPoint) -> (number: Int, distance: Double) {
        var number = 0
        var nearest = Double.infinity
        guard var a = vertices.last else { return (0, nearest) }
        for b in vertices {
            let dx = b.x - a.x
            let dy = b.y - a.y
            let px = p.x - a.x
            let py = p.y - a.y
            if (a.y <= p.y) != (b.y <= p.y) {
                let x = a.x + dx * (py / dy)
                if x > p.x { number += b.y > a.y ? 1 : -1 }
            }
            let square = dx * dx + dy * dy
            let along = square > 0 ? Swift.min(1, Swift.max(0, (px * dx + py * dy) / square)) : 0
            let ex = px - dx * along
            let ey = py - dy * along
            nearest = Swift.min(nearest, ex * ex + ey * ey)
            a = b
        }
        return (number, nearest.squareRoot())
    }
}
