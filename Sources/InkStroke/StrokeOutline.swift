// SPDX-License-Identifier: MIT
import InkGeometry

/// The closed outline of a stroke's ink, to be filled by the non-zero winding rule: along the left edge, round the
/// end, back along the right edge, round the start.
///
/// It winds clockwise on screen wherever it goes, so winding numbers are never negative.
public struct StrokeOutline: RibSink, Sendable {
    private var left = OutlineSide()
    private var right = OutlineSide()
    private var leftTail = OutlineSide()
    private var rightTail = OutlineSide()
    private var settledBounds = Rect.empty
    private var tailBounds = Rect.empty
    private var dirty = Rect.empty

    public init() {}

    /// The box around the ink, in points.
    public var bounds: Rect { settledBounds.union(tailBounds) }

    public var vertexCount: Int {
        left.points.count + right.points.count + leftTail.points.count + rightTail.points.count
    }

    /// Visits the vertices once round, without repeating the first.
    ///
    /// With `area`, vertices far from it may be left out; what a fill covers inside `area` stays exactly the same.
    /// Complexity: O(vertices), with `area` O(vertices near it + log vertices).
    public func visitVertices(near area: Rect? = nil, _ body: (Point) -> Void) {
        left.visit(near: area, reversed: false, body)
        leftTail.visit(near: area, reversed: false, body)
        rightTail.visit(near: area, reversed: true, body)
        right.visit(near: area, reversed: true, body)
    }

    public mutating func append(_ rib: Rib) {
        Self.add(rib.left, to: &left, &settledBounds)
        Self.add(rib.right, to: &right, &settledBounds)
        dirty.formUnion(rib.left)
        dirty.formUnion(rib.right)
    }

    public mutating func appendTail(_ rib: Rib) {
        Self.add(rib.left, to: &leftTail, &tailBounds)
        Self.add(rib.right, to: &rightTail, &tailBounds)
        dirty.formUnion(rib.left)
        dirty.formUnion(rib.right)
    }

    public mutating func dropTail() {
        dirty = dirty.union(tailBounds)
        tailBounds = .empty
        leftTail.removeAll()
        rightTail.removeAll()
        // The next rib, or none at all, is joined to the last one that stays.
        if let l = left.points.last, let r = right.points.last {
            dirty.formUnion(l)
            dirty.formUnion(r)
        }
    }

    /// The box around everything that changed since this was last asked, in points.
    public mutating func takeDirtyRect() -> Rect {
        defer { dirty = .empty }
        return dirty
    }

    private static func add(_ point: Point, to side: inout OutlineSide, _ bounds: inout Rect) {
        if let last = side.points.last, last == point { return }
        side.append(point)
        bounds.formUnion(point)
    }
}
