// SPDX-License-Identifier: MIT

/// An axis-aligned rectangle in points, stored as its edges.
///
/// ``empty`` contains no point and is the neutral element of ``union(_:)``. A rectangle may consist of a single point.
@frozen public struct InkRect: Hashable, Sendable {
    /// The left edge in points, which belongs to the rectangle.
    public var minX: Double
    /// The upper edge in points, which belongs to the rectangle.
    public var minY: Double
    /// The right edge in points, which belongs to the rectangle.
    public var maxX: Double
    /// The lower edge in points, which belongs to the rectangle.
    public var maxY: Double

    @inlinable public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// Creates a rectangle of the given size with its upper left corner at the origin.
    @inlinable public init(_ size: InkSize) { self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height) }

    /// The rectangle that contains no point. Its edges are infinite and inverted.
    @inlinable public static var empty: InkRect {
        InkRect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
    }

    /// A Boolean value that indicates whether the rectangle contains no point. A NaN edge makes it empty too.
    @inlinable public var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }
    /// The distance between the left and right edges in points, or 0 if empty.
    @inlinable public var width: Double { isEmpty ? 0 : maxX - minX }
    /// The distance between the upper and lower edges in points, or 0 if empty.
    @inlinable public var height: Double { isEmpty ? 0 : maxY - minY }
    /// The ``width`` and ``height`` of the rectangle.
    @inlinable public var size: InkSize { InkSize(width: width, height: height) }

    /// Returns a Boolean value that indicates whether `p` lies inside or on an edge. A NaN coordinate never does.
    @inlinable public func contains(_ p: InkPoint) -> Bool { minX <= p.x && p.x <= maxX && minY <= p.y && p.y <= maxY }

    /// Returns whether all of `other` lies inside or on an edge. An empty rectangle does.
    package func contains(_ other: InkRect) -> Bool {
        minX <= other.minX && minY <= other.minY && other.maxX <= maxX && other.maxY <= maxY
    }

    /// Returns a Boolean value that indicates whether the two rectangles share a point. Touching edges count.
    @inlinable public func intersects(_ other: InkRect) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    /// Extends the rectangle to contain `p`. A NaN coordinate may change nothing or invalidate an edge, so check
    /// ``InkPoint/isFinite`` first.
    @inlinable public mutating func formUnion(_ p: InkPoint) {
        minX = min(minX, p.x)
        minY = min(minY, p.y)
        maxX = max(maxX, p.x)
        maxY = max(maxY, p.y)
    }

    /// Returns the smallest rectangle that contains both.
    @inlinable public func union(_ other: InkRect) -> InkRect {
        InkRect(
            minX: min(minX, other.minX), minY: min(minY, other.minY),
            maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }

    /// Returns the area that both rectangles contain, or ``empty`` if they do not intersect.
    @inlinable public func intersection(_ other: InkRect) -> InkRect {
        let r = InkRect(
            minX: max(minX, other.minX), minY: max(minY, other.minY),
            maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
        return r.isEmpty ? .empty : r
    }

    /// Returns the rectangle extended by `margin` points on every side. An empty rectangle stays empty.
    @inlinable public func grown(by margin: Double) -> InkRect {
        isEmpty
            ? self : InkRect(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
    }
}
