// SPDX-License-Identifier: MIT

/// A position or a displacement in points. The origin is at the top left, x points right and y points down.
@frozen public struct InkPoint: Hashable, Sendable {
    /// The horizontal coordinate in points, increasing to the right.
    public var x: Double
    /// The vertical coordinate in points, increasing downwards.
    public var y: Double

    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin, or a displacement of length zero.
    @inlinable public static var zero: InkPoint { InkPoint(x: 0, y: 0) }

    /// Returns the sum, axis by axis.
    @inlinable public static func + (a: InkPoint, b: InkPoint) -> InkPoint { InkPoint(x: a.x + b.x, y: a.y + b.y) }
    /// Returns the displacement from `b` to `a`.
    @inlinable public static func - (a: InkPoint, b: InkPoint) -> InkPoint { InkPoint(x: a.x - b.x, y: a.y - b.y) }
    /// Returns the displacement scaled by `k`. A negative factor reverses it.
    @inlinable public static func * (a: InkPoint, k: Double) -> InkPoint { InkPoint(x: a.x * k, y: a.y * k) }
    /// Returns the opposite displacement.
    @inlinable public static prefix func - (a: InkPoint) -> InkPoint { InkPoint(x: -a.x, y: -a.y) }

    /// Returns the scalar product.
    @inlinable public func dot(_ other: InkPoint) -> Double { x * other.x + y * other.y }

    /// Returns the z component of the vector product, which is positive when `other` lies clockwise on screen.
    @inlinable public func cross(_ other: InkPoint) -> Double { x * other.y - y * other.x }

    /// The square of ``length``, for comparisons that do not need the square root.
    @inlinable public var lengthSquared: Double { x * x + y * y }

    /// The Euclidean length. IEEE 754 defines the square root exactly, so the value is the same on every machine.
    @inlinable public var length: Double { lengthSquared.squareRoot() }

    /// Returns the Euclidean distance to `other` in points.
    @inlinable public func distance(to other: InkPoint) -> Double { (other - self).length }

    /// Returns the point halfway to `other`.
    @inlinable public func midpoint(_ other: InkPoint) -> InkPoint {
        InkPoint(x: (x + other.x) * 0.5, y: (y + other.y) * 0.5)
    }

    /// Returns the point a fraction `t` of the distance towards `other`. `t` is not limited to 0...1.
    @inlinable public func interpolated(to other: InkPoint, at t: Double) -> InkPoint { self + (other - self) * t }

    /// A Boolean value that indicates whether both coordinates are finite.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
}
