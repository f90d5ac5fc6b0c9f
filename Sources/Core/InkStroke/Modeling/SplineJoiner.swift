// SPDX-License-Identifier: MIT
import InkGeometry

/// Joins nodes by cubic curves that pass through them and share a tangent at each.
///
/// The tangent is that of the parabola through a node and its neighbours, by chord length (Bessel's rule). Its length
/// is chosen so that nodes on a circle reproduce the circle to fourth order. It shrinks at sharp turns, where a long
/// tangent would make a loop.
package struct SplineJoiner: Sendable {
    /// The last two nodes.
    private var first = InkNode(.zero, width: 0)
    private var second = InkNode(.zero, width: 0)
    /// The number of nodes in them, 0...2.
    private var count = 0
    /// The length and direction of the chord between them.
    private var length = 0.0
    private var direction = InkPoint.zero
    /// The tangent at `first`, in chord lengths.
    private var tangent = InkPoint.zero
    private var hasTangent = false

    package init() {}

    @inline(__always) package mutating func append(_ node: InkNode, to sink: inout some CurveSink) {
        guard count == 2 else { return begin(node) }
        let chord = node.position - second.position
        let lengthAfter = chord.length
        // Smoothing can move two nodes to the same position. The later node then replaces both.
        guard length > 0 && lengthAfter > 0 else { return replaceSecond(node) }
        let directionAfter = chord * (1 / lengthAfter)
        let mean = (direction * lengthAfter + directionAfter * length) * (1 / (length + lengthAfter))
        let here = Self.lengthened(mean)
        let start = hasTangent ? tangent : Self.end(direction: direction, other: here)
        emit(from: first, start, to: second, here, chord: length, to: &sink)
        first = second
        second = node
        length = lengthAfter
        direction = directionAfter
        tangent = here
        hasTangent = true
    }

    /// Emits the last segment.
    package mutating func finish(to sink: inout some CurveSink) {
        guard count == 2 && length > 0 else { return }
        let start = hasTangent ? tangent : direction
        let end = Self.end(direction: direction, other: start)
        emit(from: first, start, to: second, end, chord: length, to: &sink)
    }

    @inline(never) private mutating func begin(_ node: InkNode) {
        if count == 0 { first = node } else { setSecond(node) }
        count += 1
    }

    @inline(never) private mutating func replaceSecond(_ node: InkNode) {
        let width = length > 0 ? max(second.width, node.width) : node.width
        setSecond(InkNode(node.position, width: width))
    }

    private mutating func setSecond(_ node: InkNode) {
        second = node
        let chord = node.position - first.position
        length = chord.length
        direction = chord * (1 / length)
    }

    @inline(__always) private func emit(
        from a: InkNode, _ start: InkPoint, to b: InkNode, _ end: InkPoint, chord: Double, to sink: inout some CurveSink
    ) {
        let third = chord * (1.0 / 3.0)
        let curve = CubicCurve(
            start: a.position, control1: a.position + start * third, control2: b.position - end * third,
            end: b.position)
        sink.append(curve, startWidth: a.width, endWidth: b.width)
    }

    /// Returns the tangent at an end of the line, where the curve continues as a parabola.
    private static func end(direction: InkPoint, other: InkPoint) -> InkPoint { (direction * 3 - other) * 0.5 }

    /// Returns the tangent lengthened for a circle. With equal chords turning by θ the mean of their directions has
    /// length c = cos(θ/2), and a circle's control points lie 2/(1 + c) thirds of a chord away. Below c = 0.6 (θ above
    /// 106°) the length falls to zero.
    private static func lengthened(_ mean: InkPoint) -> InkPoint {
        let c = mean.length
        return c >= 0.6 ? mean * (2 / (c * (1 + c))) : mean * (1.25 / 0.6)
    }
}
