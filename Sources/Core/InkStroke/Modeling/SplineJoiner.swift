// SPDX-License-Identifier: MIT
import InkGeometry

/// Joins nodes by cubic curves that pass through them and share a tangent at each.
///
/// The tangent is that of the parabola through a node and its neighbours, by chord length (Bessel's rule). Its length
/// is chosen so that nodes on a circle reproduce the circle to fourth order. It shrinks at sharp turns, where a long
/// tangent would make a loop.
package struct SplineJoiner: Sendable {
    private var first: InkNode?
    private var second: InkNode?
    /// The tangent at `first`, in chord lengths.
    private var tangent = Point.zero
    private var hasTangent = false

    package init() {}

    package mutating func append(_ node: InkNode, to sink: inout some CurveSink) {
        guard let a = first else {
            first = node
            return
        }
        guard let b = second else {
            second = node
            return
        }
        let before = b.position - a.position
        let after = node.position - b.position
        let lengthBefore = before.length
        let lengthAfter = after.length
        // Smoothing can move two nodes to the same position. The later node then replaces both.
        guard lengthBefore > 0 && lengthAfter > 0 else {
            second = node
            if lengthBefore > 0 { second?.width = max(b.width, node.width) }
            return
        }
        let directionBefore = before * (1 / lengthBefore)
        let directionAfter = after * (1 / lengthAfter)
        let mean =
            (directionBefore * lengthAfter + directionAfter * lengthBefore) * (1 / (lengthBefore + lengthAfter))
        let here = Self.lengthened(mean)
        let start = hasTangent ? tangent : Self.end(direction: directionBefore, other: here)
        emit(from: a, start, to: b, here, chord: lengthBefore, to: &sink)
        first = b
        second = node
        tangent = here
        hasTangent = true
    }

    /// Emits the last segment.
    package mutating func finish(to sink: inout some CurveSink) {
        guard let a = first, let b = second else { return }
        let chord = a.position.distance(to: b.position)
        guard chord > 0 else { return }
        let direction = (b.position - a.position) * (1 / chord)
        let start = hasTangent ? tangent : direction
        emit(from: a, start, to: b, Self.end(direction: direction, other: start), chord: chord, to: &sink)
    }

    private func emit(
        from a: InkNode, _ start: Point, to b: InkNode, _ end: Point, chord: Double, to sink: inout some CurveSink
    ) {
        let third = chord * (1.0 / 3.0)
        let curve = CubicCurve(
            start: a.position, control1: a.position + start * third, control2: b.position - end * third,
            end: b.position)
        sink.append(curve, startWidth: a.width, endWidth: b.width)
    }

    /// Returns the tangent at an end of the line, where the curve continues as a parabola.
    private static func end(direction: Point, other: Point) -> Point { (direction * 3 - other) * 0.5 }

    /// Returns the tangent lengthened for a circle. With equal chords turning by θ the mean of their directions has
    /// length c = cos(θ/2), and a circle's control points lie 2/(1 + c) thirds of a chord away. Below c = 0.6 (θ above
    /// 106°) the length falls to zero.
    private static func lengthened(_ mean: Point) -> Point {
        let c = mean.length
        return c >= 0.6 ? mean * (2 / (c * (1 + c))) : mean * (1.25 / 0.6)
    }
}
