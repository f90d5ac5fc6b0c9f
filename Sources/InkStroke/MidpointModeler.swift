// SPDX-License-Identifier: MIT
import InkGeometry

/// Quadratic curves from midpoint to midpoint with the samples as control points: tangent-continuous, and inside the
/// samples' convex hull, so it cuts corners.
///
/// As in Jason Harwig, "Capture a Signature on iOS", 2012; the article leaves out the half segment at the end, this
/// draws it.
public struct MidpointModeler: StrokeModeler, Sendable {
    private var midpoint: InkNode?
    private var last: InkNode?

    /// A modeler at the beginning of a stroke.
    public init() {}

    public mutating func append(_ node: InkNode, time: Double, to sink: inout some CurveSink) {
        defer { last = node }
        guard let last else { return }
        let end = InkNode(last.position.midpoint(node.position), width: (last.width + node.width) * 0.5)
        let start = midpoint ?? last
        let curve = QuadraticCurve(start: start.position, control: last.position, end: end.position)
        sink.append(curve.cubic, startWidth: start.width, endWidth: end.width)
        midpoint = end
    }

    public func tail(to sink: inout some CurveSink) {
        guard let midpoint, let last else { return }
        let line = QuadraticCurve(
            start: midpoint.position, control: midpoint.position.midpoint(last.position), end: last.position)
        sink.append(line.cubic, startWidth: midpoint.width, endWidth: last.width)
    }
}
