// SPDX-License-Identifier: MIT
import InkGeometry

/// The modeler of a ``StrokeModel``.
public struct BuiltInModeler: StrokeModeler {
    private let model: StrokeModel
    private var midpoint = MidpointModeler()
    private var smooth = SmoothModeler()
    private var fair = FairModeler()

    /// Creates a modeler for a new stroke.
    public init(_ model: StrokeModel) { self.model = model }

    public mutating func append(_ node: InkNode, time: Double, to sink: inout some CurveSink) {
        switch model {
        case .midpointQuadratic: midpoint.append(node, time: time, to: &sink)
        case .smooth: smooth.append(node, time: time, to: &sink)
        case .fair: fair.append(node, time: time, to: &sink)
        }
    }

    public mutating func append(contentsOf nodes: UnsafeBufferPointer<TimedNode>, to sink: inout some CurveSink) {
        switch model {
        case .midpointQuadratic: midpoint.append(contentsOf: nodes, to: &sink)
        case .smooth: smooth.append(contentsOf: nodes, to: &sink)
        case .fair: fair.append(contentsOf: nodes, to: &sink)
        }
    }

    public func tail(to sink: inout some CurveSink) {
        switch model {
        case .midpointQuadratic: midpoint.tail(to: &sink)
        case .smooth: smooth.tail(to: &sink)
        case .fair: fair.tail(to: &sink)
        }
    }
}
