// SPDX-License-Identifier: MIT
import InkGeometry

/// A stroke being traced with either of the built-in models.
///
/// One of the two tracers is there. They are not the cases of an enum because changing a payload in place would copy
/// everything traced so far.
public struct LiveStroke<Sink: RibSink> {
    private var midpoint: StrokeTracer<MidpointModeler, Sink>?
    private var smooth: StrokeTracer<SmoothModeler, Sink>?

    /// - Parameters: as for ``StrokeTracer/init(brush:modeler:dotWidth:accuracy:)``.
    public init(brush: Brush, model: StrokeModel, dotWidth: Double? = nil, accuracy: Double) {
        switch model {
        case .midpointQuadratic:
            midpoint = StrokeTracer(brush: brush, modeler: MidpointModeler(), dotWidth: dotWidth, accuracy: accuracy)
        case .smooth:
            smooth = StrokeTracer(brush: brush, modeler: SmoothModeler(), dotWidth: dotWidth, accuracy: accuracy)
        }
    }

    /// A whole stroke, tail included. Complexity: O(samples).
    public init(_ stroke: Stroke, dotWidth: Double? = nil, accuracy: Double) {
        self.init(brush: stroke.brush, model: stroke.model, dotWidth: dotWidth, accuracy: accuracy)
        for point in stroke.points { append(point) }
        updateTail()
    }

    /// Takes the next sample; see ``StrokeTracer/append(_:)``.
    public mutating func append(_ sample: StrokePoint) {
        midpoint?.append(sample)
        smooth?.append(sample)
    }

    /// Brings the tail up to the last sample; see ``StrokeTracer/updateTail()``.
    public mutating func updateTail() {
        midpoint?.updateTail()
        smooth?.updateTail()
    }

    /// What has been traced, with the tail as of the last ``updateTail()``.
    public var sink: Sink { midpoint?.sink ?? smooth?.sink ?? Sink() }

    /// The mean width in points of the line so far; `nil` while it is a dot.
    public var meanWidth: Double? { midpoint?.meanWidth ?? smooth?.meanWidth }

    /// Lets the sink be changed in place.
    mutating func withSink<Result>(_ body: (inout Sink) -> Result) -> Result? {
        midpoint?.withSink(body) ?? smooth?.withSink(body)
    }
}
