// SPDX-License-Identifier: MIT
import InkGeometry

/// The shape of a stroke's ink: its ribs, and the closed outline along their left ends and back along their right ends,
/// to be filled by the non-zero winding rule.
///
/// The outline winds clockwise on screen everywhere, so winding numbers are never negative. While the stroke is being
/// drawn, its last ribs are a tail that every sample replaces.
public struct StrokeOutline: Sendable {
    /// All ribs. The tail comes last.
    public private(set) var ribs: [Rib] = []
    /// The number of final ribs. The rest is the tail.
    public private(set) var settledCount = 0
    private var runs = RibRuns()
    private var settledBounds = InkRect.empty
    private var tailBounds = InkRect.empty
    private var dirty = InkRect.empty

    /// Creates an empty outline.
    public init() {}

    /// The bounding box of the ink in points.
    public var bounds: InkRect { settledBounds.union(tailBounds) }

    /// Reserves memory for ribs, unless there are some already.
    mutating func reserve(_ count: Int) { if ribs.isEmpty { ribs.reserveCapacity(count) } }

    /// Appends a rib. ``measure(isTail:)`` adds it to the settled part or to the tail.
    @inline(__always) mutating func append(_ rib: Rib) { ribs.append(rib) }

    /// Appends the first `count` of `more`. ``measure(isTail:)`` adds them to the settled part or to the tail.
    @inline(never) mutating func append(_ more: UnsafeMutableBufferPointer<Rib>, count: Int) {
        for rib in more[..<count] { ribs.append(rib) }
    }

    /// Adds the ribs that were appended since the last call to the tail, or to the settled part if there is no tail.
    mutating func measure(isTail: Bool) {
        if !isTail { runs.update(ribs, from: settledCount) }
        let box = runs.box(of: ribs, from: settledCount)
        if isTail {
            tailBounds = box
        } else {
            settledBounds = settledBounds.union(box)
            settledCount = ribs.count
        }
        dirty = dirty.union(box)
    }

    /// Removes the tail.
    mutating func dropTail() {
        dirty = dirty.union(tailBounds)
        tailBounds = .empty
        ribs.removeLast(ribs.count - settledCount)
        // The next rib is joined to the last one that remains.
        if let last = ribs.last { dirty.formUnion(last) }
    }

    /// Returns the bounding box in points of everything that changed since the last call.
    mutating func takeDirtyRect() -> InkRect {
        defer { dirty = .empty }
        return dirty
    }

    /// Calls `body` with the outline's vertices in order, without repeating the first at the end. Consecutive vertices
    /// may be equal.
    ///
    /// With `area`, vertices far from it may be omitted; a fill covers exactly the same pixels inside `area`.
    ///
    /// - Complexity: O(ribs), with `area` O(ribs near it + log ribs).
    public func visitVertices(near area: InkRect? = nil, _ body: (InkPoint) -> Void) {
        guard !ribs.isEmpty else { return }
        guard let area, !area.contains(bounds) else {
            for rib in ribs { body(rib.left) }
            for rib in ribs.reversed() { body(rib.right) }
            return
        }
        body(ribs[0].left)
        runs.visit(0, ribs.count - 1, near: area) { body(ribs[$0].left) }
        runs.visitBackwards(ribs.count - 1, 0, near: area) { body(ribs[$0].right) }
        body(ribs[0].right)
    }

    /// Appends the ribs from `index` on as vertices of one triangle strip, alternating left and right, x and y in
    /// points.
    ///
    /// The strip is meant for a GPU. It grows as the ribs do, so vertices before ``settledCount`` need uploading only
    /// once. Triangles overlap where the stroke crosses itself. For an even layer of translucent ink, draw each pixel
    /// once (with a stencil) or fill the outline.
    public func appendStrip(from index: Int = 0, to coordinates: inout [Float]) {
        for rib in ribs[max(0, min(index, ribs.count))...] {
            coordinates.append(Float(rib.left.x))
            coordinates.append(Float(rib.left.y))
            coordinates.append(Float(rib.right.x))
            coordinates.append(Float(rib.right.y))
        }
    }
}
