// SPDX-License-Identifier: MIT

/// A quadratic Bézier curve: two ends and one control point.
@frozen public struct QuadraticCurve: Hashable, Sendable {
    /// Where the curve begins.
    public var start: Point
    /// Where the tangents of both ends meet; the curve itself goes past it.
    public var control: Point
    /// Where the curve ends.
    public var end: Point

    @inlinable public init(start: Point, control: Point, end: Point) {
        self.start = start
        self.control = control
        self.end = end
    }

    /// The same curve as a cubic (degree elevation, which is exact up to rounding).
    @inlinable public var cubic: CubicCurve {
        CubicCurve(
            start: start,
            control1: start + (control - start) * (2.0 / 3.0),
            control2: end + (control - end) * (2.0 / 3.0),
            end: end)
    }
}
