// SPDX-License-Identifier: MIT

/// A cubic Bézier curve: two ends and two control points.
@frozen public struct CubicCurve: Hashable, Sendable {
    /// The start of the curve, at `t` = 0.
    public var start: InkPoint
    /// The control point that sets the tangent at ``start``.
    public var control1: InkPoint
    /// The control point that sets the tangent at ``end``.
    public var control2: InkPoint
    /// The end of the curve, at `t` = 1.
    public var end: InkPoint

    @inlinable public init(start: InkPoint, control1: InkPoint, control2: InkPoint, end: InkPoint) {
        self.start = start
        self.control1 = control1
        self.control2 = control2
        self.end = end
    }

    /// Returns the point at parameter `t` in 0...1.
    @inlinable public func point(at t: Double) -> InkPoint {
        let s = 1 - t
        let a = s * s * s
        let b = 3 * s * s * t
        let c = 3 * s * t * t
        let d = t * t * t
        return InkPoint(
            x: a * start.x + b * control1.x + c * control2.x + d * end.x,
            y: a * start.y + b * control1.y + c * control2.y + d * end.y)
    }

    /// Returns the number of equal steps in `t` that keep every chord within `accuracy` points of the curve, at most
    /// `limit`.
    ///
    /// Wang's formula (Wang, "The subdivision method for finding the intersection between two Bézier curves or
    /// surfaces", 1984): n = √(6·m / (8·accuracy)), with m the longest second difference of the control points.
    @inlinable @inline(__always) public func stepCount(accuracy: Double, limit: Int = 256) -> Int {
        let p = start - control1 * 2 + control2
        let q = control1 - control2 * 2 + end
        let m = max(p.lengthSquared, q.lengthSquared)
        // n⁴ times the square of the accuracy. Most pieces of handwriting need one or two steps, which comparisons find
        // without a division and a root. They give what the quotient would: it is at most 1 exactly if the dividend is
        // at most the divisor, and the product with 16 is exact.
        let power = 0.5625 * m
        let unit = accuracy * accuracy
        if power <= unit { return 1 }
        if power <= 16 * unit { return min(2, limit) }
        let n = (power / unit).squareRoot().squareRoot().rounded(.up)
        return n < Double(limit) ? Int(n) : limit
    }
}
