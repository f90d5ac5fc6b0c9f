// SPDX-License-Identifier: MIT

/// An axis-parallel rectangle in points, kept as its edges.
///
/// ``empty`` contains nothing and is the neutral element of ``union(_:)``; a rectangle may be a single point.
@frozen public struct Rect: Hashable, Sendable {
    public var minX: Double
    public var minY: Double
    public var maxX: Double
    public var maxY: Double

    @inlinable public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    @inlinable public init(_ size: Size) { self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height) }

    @inlinable public static var empty: Rect {
        Rect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
    }

    @inlinable public var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }
    @inlinable public var width: Double { isEmpty ? 0 : maxX - minX }
    @inlinable public var height: Double { isEmpty ? 0 : maxY - minY }
    @inlinable public var size: Size { Size(width: width, height: height) }

    @inlinable public func contains(_ p: Point) -> Bool { minX <= p.x && p.x <= maxX && minY <= p.y && p.y <= maxY }

    @inlinable public func intersects(_ other: Rect) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    @inlinable public mutating func formUnion(_ p: Point) {
        minX = min(minX, p.x)
        minY = min(minY, p.y)
        maxX = max(maxX, p.x)
        maxY = max(maxY, p.y)
    }

    @inlinable public func union(_ other: Rect) -> Rect {
        Rect(
            minX: min(minX, other.minX), minY: min(minY, other.minY),
            maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }

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
