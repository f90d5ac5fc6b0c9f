// SPDX-License-Identifier: MIT

/// A quadratic Bézier curve: two ends and one control point.
@frozen public struct QuadraticCurve: Hashable, Sendable {
    public var start: Point
    public var control: Point
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
