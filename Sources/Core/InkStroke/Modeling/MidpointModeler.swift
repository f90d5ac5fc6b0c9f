// SPDX-License-Identifier: MIT
import InkGeometry

/// Quadratic curves between midpoints, with the samples as control points. The line is tangent-continuous and lies
/// within the convex hull of the samples, so it cuts corners.
///
/// The method is that of Jason Harwig, "Capture a Signature on iOS", 2012. The article omits the half segment at the
/// end; this type draws it.
public struct MidpointModeler: StrokeModeler {
    private var midpoint: InkNode?
    private var last: InkNode?

    /// Creates a modeler for a new stroke.
    public init() {}

    public mutating func append(_ node: InkNode, time: Double, to sink: inout some CurveSink) {
        defer { last = node }
        guard let last else { return }
        let end = InkNode(last.position.midpoint(node.position), width: (last.width + node.width) * 0.5)
        let start = midpoint ?? last
        let curve = QuadraticCurve(start: start.position, control: last.position, end: end.position)
        Self.emit(curve, start.width, end.width, to: &sink)
        midpoint = end
    }

    public func tail(to sink: inout some CurveSink) {
        guard let midpoint, let last else { return }
        let line = QuadraticCurve(
            start: midpoint.position, control: midpoint.position.midpoint(last.position), end: last.position)
        Self.emit(line, midpoint.width, last.width, to: &sink)
    }

    @inline(never) private static func emit(
        _ curve: QuadraticCurve, _ startWidth: Double, _ endWidth: Double, to sink: inout some CurveSink
    ) {
        sink.append(curve.cubic, startWidth: startWidth, endWidth: endWidth)
    }
}
