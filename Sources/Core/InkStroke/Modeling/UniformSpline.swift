// SPDX-License-Identifier: MIT
import InkGeometry

/// A uniform cubic B-spline that begins at its first control point and ends at its last.
///
/// Control points before the first and after the last are their neighbours' reflections, so that the ends are straight.
package struct UniformSpline: Sendable {
    /// The last two control points.
    private var previous = InkNode(.zero, width: 0)
    private var last = InkNode(.zero, width: 0)
    /// The number of control points so far, at most 2.
    private var count = 0
    /// The end of the last segment.
    private var end = InkNode(.zero, width: 0)

    package init() {}

    /// Appends a control point. The third and each later one emit a segment.
    @inline(__always) package mutating func append(_ node: InkNode, to sink: inout some CurveSink) {
        guard count == 2 else { return begin(node) }
        let next = Self.joint(previous, last, node)
        emit(to: next, &sink)
        previous = last
        last = node
    }

    /// Emits the last segment.
    package mutating func finish(to sink: inout some CurveSink) {
        if count == 2 { emit(to: last, &sink) }
    }

    @inline(never) private mutating func begin(_ node: InkNode) {
        if count == 0 { end = node }
        previous = count == 0 ? node : last
        last = node
        count += 1
    }

    /// Emits the segment between the joints at `previous` and `last`.
    @inline(__always) private mutating func emit(to next: InkNode, _ sink: inout some CurveSink) {
        let a = previous.position
        let b = last.position
        let curve = CubicCurve(
            start: end.position, control1: (a * 2 + b) * (1.0 / 3.0), control2: (a + b * 2) * (1.0 / 3.0),
            end: next.position)
        sink.append(curve, startWidth: end.width, endWidth: next.width)
        end = next
    }

    /// Returns the point of the spline nearest to `b`, between its neighbours `a` and `c`.
    @inline(__always) private static func joint(_ a: InkNode, _ b: InkNode, _ c: InkNode) -> InkNode {
        InkNode(
            (a.position + b.position * 4 + c.position) * (1.0 / 6.0),
            width: (a.width + b.width * 4 + c.width) * (1.0 / 6.0))
    }
}
