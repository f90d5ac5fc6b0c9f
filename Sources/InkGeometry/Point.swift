// SPDX-License-Identifier: MIT

/// A position, or a displacement, in points: origin at the top left, x to the right, y down.
@frozen public struct Point: Hashable, Sendable {
    /// To the right, in points.
    public var x: Double
    /// Down, in points.
    public var y: Double

    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin, or no displacement.
    @inlinable public static var zero: Point { Point(x: 0, y: 0) }

    /// The sum, axis by axis.
    @inlinable public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    /// The displacement that leads from `b` to `a`.
    @inlinable public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    /// A displacement `k` times as long; the other way if `k` is negative.
    @inlinable public static func * (a: Point, k: Double) -> Point { Point(x: a.x * k, y: a.y * k) }
    /// The same displacement the other way.
    @inlinable public static prefix func - (a: Point) -> Point { Point(x: -a.x, y: -a.y) }

    /// The scalar product.
    @inlinable public func dot(_ other: Point) -> Double { x * other.x + y * other.y }

    /// The z component of the vector product: positive when `other` lies clockwise on screen.
    @inlinable public func cross(_ other: Point) -> Double { x * other.y - y * other.x }

    /// The square of ``length``, for comparisons that need no root.
    @inlinable public var lengthSquared: Double { x * x + y * y }

    /// The Euclidean length. IEEE 754 defines the square root exactly, so it is the same on every machine.
    @inlinable public var length: Double { lengthSquared.squareRoot() }

    /// The Euclidean distance to `other` in points.
    @inlinable public func distance(to other: Point) -> Double { (other - self).length }

    /// The point halfway to `other`.
    @inlinable public func midpoint(_ other: Point) -> Point {
        Point(x: (x + other.x) * 0.5, y: (y + other.y) * 0.5)
    }

    /// The point a fraction `t` of the way to `other`; `t` is not limited to 0...1.
    @inlinable public func interpolated(to other: Point, at t: Double) -> Point { self + (other - self) * t }

    /// Whether neither coordinate is infinite or NaN.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
}
