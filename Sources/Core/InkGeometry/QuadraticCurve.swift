// SPDX-License-Identifier: MIT

/// A quadratic Bézier curve: two ends and one control point.
@frozen public struct QuadraticCurve: Hashable, Sendable {
    /// The start of the curve.
    public var start: InkPoint
    /// The control point, where the tangents at both ends meet. The curve does not pass through it.
    public var control: InkPoint
    /// The end of the curve.
    public var end: InkPoint

    @inlinable public init(start: InkPoint, control: InkPoint, end: InkPoint) {
        self.start = start
        self.control = control
        self.end = end
    }

    /// The same curve as a cubic, by degree elevation, which is exact up to rounding.
    @inlinable public var cubic: CubicCurve {
        CubicCurve(
            start: start,
            control1: start + (control - start) * (2.0 / 3.0),
            control2: end + (control - end) * (2.0 / 3.0),
            end: end)
    }
}
