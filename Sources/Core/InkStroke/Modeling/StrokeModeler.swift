// SPDX-License-Identifier: MIT
import InkGeometry

/// A receiver of the segments of a stroke's centreline from a ``StrokeModeler``. Segments arrive in order, and each
/// starts where the previous one ended.
public protocol CurveSink {
    /// Appends a segment of the centreline. The ink's width in points is linear in the curve's parameter, from
    /// `startWidth` to `endWidth`.
    mutating func append(_ curve: CubicCurve, startWidth: Double, endWidth: Double)
}

/// A type that finds the curve that a pen followed, from samples that arrive one at a time.
///
/// The curve has a settled part, which is emitted once and never changes, and a tail, which may still change: the best
/// estimate of the curve from there to the last sample. Together they always reach from the first sample to the last.
public protocol StrokeModeler: Sendable {
    /// Takes the next sample and emits the segments that have settled.
    /// - Parameters:
    ///   - node: The position and width. The position always differs from the previous one.
    ///   - time: The time in seconds since the start of the stroke. It never decreases.
    ///   - sink: The receiver of the settled segments, in order.
    /// - Complexity: Independent of the number of previous samples.
    mutating func append(_ node: InkNode, time: Double, to sink: inout some CurveSink)

    /// Takes several samples, with the same result as taking them one by one.
    ///
    /// The default implementation calls ``append(_:time:to:)`` for each.
    ///
    /// - Complexity: O(nodes).
    mutating func append(contentsOf nodes: UnsafeBufferPointer<TimedNode>, to sink: inout some CurveSink)

    /// Emits the tail. It changes no state, so that more samples can follow.
    func tail(to sink: inout some CurveSink)
}

extension StrokeModeler {
    public mutating func append(contentsOf nodes: UnsafeBufferPointer<TimedNode>, to sink: inout some CurveSink) {
        for timed in nodes { append(timed.node, time: timed.time, to: &sink) }
    }
}
