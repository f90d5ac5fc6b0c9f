// SPDX-License-Identifier: MIT

/// A position, or a displacement, in points: origin at the top left, x to the right, y down.
@frozen public struct Point: Hashable, Sendable {
    public var x: Double
    public var y: Double

    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    @inlinable public static var zero: Point { Point(x: 0, y: 0) }

    @inlinable public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    @inlinable public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    @inlinable public static func * (a: Point, k: Double) -> Point { Point(x: a.x * k, y: a.y * k) }
    @inlinable public static prefix func - (a: Point) -> Point { Point(x: -a.x, y: -a.y) }

    /// The scalar product.
    @inlinable public func dot(_ other: Point) -> Double { x * other.x + y * other.y }

    /// The z component of the vector product: positive when `other` lies clockwise on screen.
    @inlinable public func cross(_ other: Point) -> Double { x * other.y - y * other.x }

    @inlinable public var lengthSquared: Double { x * x + y * y }

    /// The Euclidean length. IEEE 754 defines the square root exactly, so it is the same on every machine.
    @inlinable public var length: Double { lengthSquared.squareRoot() }

    @inlinable public func distance(to other: Point) -> Double { (other - self).length }

    @inlinable public func midpoint(_ other: Point) -> Point {
        Point(x: (x + other.x) * 0.5, y: (y + other.y) * 0.5)
    }

    /// The point a fraction `t` of the way to `other`; `t` is not limited to 0...1.
    @inlinable public func interpolated(to other: Point, at t: Double) -> Point { self + (other - self) * t }

    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
}
