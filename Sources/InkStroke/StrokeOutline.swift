// SPDX-License-Identifier: MIT
import InkGeometry

/// The shape of a stroke's ink: its ribs, and the closed outline along their left ends and back along their right
/// ends, to be filled by the non-zero winding rule.
///
/// The outline winds clockwise on screen wherever it goes, so winding numbers are never negative. While the stroke is
/// drawn, its last ribs are a tail that is replaced with every sample.
public struct StrokeOutline: Sendable {
    /// All ribs, the tail last.
    public private(set) var ribs: [Rib] = []
    /// How many ribs are final; the rest is the tail.
    public private(set) var settledCount = 0
    private var runs = RibRuns()
    private var settledBounds = Rect.empty
    private var tailBounds = Rect.empty
    private var dirty = Rect.empty

    /// No ribs: nothing is drawn yet.
    public init() {}

    /// The box around the ink, in points.
    public var bounds: Rect { settledBounds.union(tailBounds) }

    /// Adds a final rib. There must be no tail.
    mutating func append(_ rib: Rib) {
        ribs.append(rib)
        settledCount = ribs.count
        if settledCount & 15 == 1 { runs.update(ribs) }
        settledBounds.formUnion(rib.left)
        settledBounds.formUnion(rib.right)
        touch(rib)
    }

    /// Adds a rib to the tail.
    mutating func appendTail(_ rib: Rib) {
        ribs.append(rib)
        tailBounds.formUnion(rib.left)
        tailBounds.formUnion(rib.right)
        touch(rib)
    }

    /// Drops the tail.
    mutating func dropTail() {
        dirty = dirty.union(tailBounds)
        tailBounds = .empty
        ribs.removeLast(ribs.count - settledCount)
        // What comes next is joined to the last rib that stays.
        if let last = ribs.last { touch(last) }
    }

    private mutating func touch(_ rib: Rib) {
        dirty.formUnion(rib.left)
        dirty.formUnion(rib.right)
    }

    /// The box around everything that changed since this was last asked, in points.
    mutating func takeDirtyRect() -> Rect {
        defer { dirty = .empty }
        return dirty
    }

    /// Visits the outline's vertices once round, without repeating the first; the same vertex may come twice in a row.
    ///
    /// With `area`, vertices far from it may be left out; what a fill covers inside `area` stays exactly the same.
    /// Complexity: O(ribs), with `area` O(ribs near it + log ribs).
    public func visitVertices(near area: Rect? = nil, _ body: (Point) -> Void) {
        guard !ribs.isEmpty else { return }
        guard let area else {
            for rib in ribs { body(rib.left) }
            for rib in ribs.reversed() { body(rib.right) }
            return
        }
        body(ribs[0].left)
        runs.visit(0, ribs.count - 1, near: area) { body(ribs[$0].left) }
        runs.visitBackwards(ribs.count - 1, 0, near: area) { body(ribs[$0].right) }
        body(ribs[0].right)
    }

    /// Appends the ribs from `index` on as vertices of one triangle strip, left and right in turn, x and y in points.
    ///
    /// For a GPU: strips grow as ribs do, so upload those before ``settledCount`` once. Triangles overlap where the
    /// stroke crosses itself; to lay translucent ink down evenly, draw each pixel once (stencil) or fill the outline.
    public func appendStrip(from index: Int = 0, to coordinates: inout [Float]) {
        for rib in ribs[max(0, min(index, ribs.count))...] {
            coordinates.append(Float(rib.left.x))
            coordinates.append(Float(rib.left.y))
            coordinates.append(Float(rib.right.x))
            coordinates.append(Float(rib.right.y))
        }
    }
}
