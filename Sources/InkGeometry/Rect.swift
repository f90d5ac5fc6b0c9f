// SPDX-License-Identifier: MIT

/// An axis-parallel rectangle in points, kept as its edges.
///
/// ``empty`` contains nothing and is the neutral element of ``union(_:)``; a rectangle may be a single point.
@frozen public struct Rect: Hashable, Sendable {
    /// The left edge, in points: the rectangle contains it.
    public var minX: Double
    /// The upper edge, in points.
    public var minY: Double
    /// The right edge, in points: the rectangle contains it.
    public var maxX: Double
    /// The lower edge, in points: the rectangle contains it.
    public var maxY: Double

    @inlinable public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// A rectangle of that size whose upper left corner is the origin.
    @inlinable public init(_ size: Size) { self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height) }

    /// Contains no point: its edges are infinite and the wrong way round.
    @inlinable public static var empty: Rect {
        Rect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
    }

    /// Whether no point is inside. An edge that is NaN makes it so too.
    @inlinable public var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }
    /// From the left edge to the right one in points; 0 when empty.
    @inlinable public var width: Double { isEmpty ? 0 : maxX - minX }
    /// From the upper edge to the lower one in points; 0 when empty.
    @inlinable public var height: Double { isEmpty ? 0 : maxY - minY }
    /// ``width`` and ``height``.
    @inlinable public var size: Size { Size(width: width, height: height) }

    /// Whether `p` lies inside or on an edge. Never for a coordinate that is NaN.
    @inlinable public func contains(_ p: Point) -> Bool { minX <= p.x && p.x <= maxX && minY <= p.y && p.y <= maxY }

    /// Whether the two share a point; edges that touch do.
    @inlinable public func intersects(_ other: Rect) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    /// Grows just far enough to contain `p`. A coordinate that is NaN may change nothing or spoil an edge: ask
    /// ``Point/isFinite`` first.
    @inlinable public mutating func formUnion(_ p: Point) {
        minX = min(minX, p.x)
        minY = min(minY, p.y)
        maxX = max(maxX, p.x)
        maxY = max(maxY, p.y)
    }

    /// The smallest rectangle that contains both.
    @inlinable public func union(_ other: Rect) -> Rect {
        Rect(
            minX: min(minX, other.minX), minY: min(minY, other.minY),
            maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }

    /// What both contain; ``empty`` when that is nothing.
    @inlinable public func intersection(_ other: Rect) -> Rect {
        let r = Rect(
            minX: max(minX, other.minX), minY: max(minY, other.minY),
            maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
        return r.isEmpty ? .empty : r
    }

    /// The rectangle grown by `margin` points on every side; an empty one stays empty.
    @inlinable public func grown(by margin: Double) -> Rect {
        isEmpty
            ? self : Rect(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
    }
}
