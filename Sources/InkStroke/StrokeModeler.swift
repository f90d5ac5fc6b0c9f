// SPDX-License-Identifier: MIT
import InkGeometry

/// Takes the pieces of a stroke's centreline as a ``StrokeModeler`` finds them, in order, each starting where the
/// last one ended.
public protocol CurveSink {
    /// A piece of the centreline; the ink's width, in points, is linear in the curve's parameter, from `startWidth` to `endWidth`.
    mutating func append(_ curve: CubicCurve, startWidth: Double, endWidth: Double)
}

/// Finds the curve that a pen followed, from samples arriving one at a time.
///
/// The curve has a settled part, given out once and never changed, and a revisable tail: what is known so far of the
/// way from there to the last sample. Settled part and tail together always reach from the first sample to the last.
public protocol StrokeModeler {
    /// Takes the next sample and gives out what has become settled.
    /// Complexity: independent of the number of samples before.
    /// - Parameters:
    ///   - node: position and width; never the same position twice in a row.
    ///   - time: seconds since the stroke began, never decreasing.
    ///   - sink: is handed the settled pieces, in order.
    mutating func append(_ node: InkNode, time: Double, to sink: inout some CurveSink)

    /// Gives out the tail. Changes nothing, so that more samples can follow.
    func tail(to sink: inout some CurveSink)
}
