// SPDX-License-Identifier: MIT
import InkGeometry

/// A tangent-continuous cubic spline through samples that are smoothed only where the device reports them densely.
///
/// Each sample is replaced by the value at its place of a least-squares parabola over its neighbours (Savitzky and
/// Golay, "Smoothing and differentiation of data by simplified least squares procedures", 1964), as many on each side
/// as lie within ``Parameters/window``. That takes out the noise of the sensor, the more the denser its reports, without
/// flattening curves. The spline's tangents are those of parabolas through three neighbours (Bessel's rule).
public struct SmoothModeler: StrokeModeler, Sendable {
    /// How far smoothing reaches.
    public struct Parameters: Hashable, Sendable {
        /// Neighbours up to this many seconds away take part in smoothing. Range: 0 (none) and up.
        /// 40 ms takes in two neighbours a side at 60 Hz, even when they come late, and is well below the 100 ms that the
        /// quickest turns of handwriting take.
        public var window: Double
        /// At most this many neighbours on each side. Range: 0...``SmoothModeler/maximumReach``.
        public var reach: Int

        public init(window: Double = 0.04, reach: Int = SmoothModeler.maximumReach) {
            self.window = window
            self.reach = reach
        }
    }

    /// The tail is never longer than this many samples and two more.
    public static var maximumReach: Int { 6 }

    private struct Sample {
        var node: InkNode
        /// Seconds, but a sample that shares its timestamp with the one before counts as a whole window later: it tells
        /// nothing about how dense samples are, so there is no smoothing across.
        var age: Double
    }

    private let window: Double
    private let reach: Int
    /// The samples that are still needed.
    private var samples: [Sample] = []
    /// The first sample that is not settled, and the first that its smoothing may use.
    private var open = 0
    private var leftmost = 0
    private var lastTime = 0.0
    private var joiner = SplineJoiner()

    /// A modeler at the beginning of a stroke. A negative window counts as none, a reach out of range as the nearest in
    /// it.
    public init(_ parameters: Parameters = Parameters()) {
        window = max(0, parameters.window)
        reach = max(0, min(parameters.reach, Self.maximumReach))
    }

    public mutating func append(_ node: InkNode, time: Double, to sink: inout some CurveSink) {
        let elapsed = time - lastTime
        let age = (samples.last?.age ?? 0) + (elapsed > 0 ? elapsed : window)
        samples.append(Sample(node: node, age: age))
        lastTime = time
        let last = samples.count - 1
        while open <= last {
            advance(&leftmost, to: open)
            let left = open - leftmost
            let right = last - open
            // All samples before the last were near enough, or this one would have been settled by them.
            let isLastTooFar = age - samples[open].age > window
            guard right >= left || isLastTooFar else { break }
            joiner.append(smoothed(open, reach: isLastTooFar ? min(left, right - 1) : left), to: &sink)
            open += 1
        }
        // Dropped in batches, so that the cost a sample stays constant.
        if leftmost > 64 {
            samples.removeFirst(leftmost)
            open -= leftmost
            leftmost = 0
        }
    }

    public func tail(to sink: inout some CurveSink) {
        var joiner = joiner
        var leftmost = leftmost
        let last = samples.count - 1
        for index in open..<max(open, samples.count) {
            advance(&leftmost, to: index)
            joiner.append(smoothed(index, reach: min(index - leftmost, last - index)), to: &sink)
        }
        joiner.finish(to: &sink)
    }

    /// Moves `leftmost` to the first sample near enough to the one at `index`.
    private func advance(_ leftmost: inout Int, to index: Int) {
        let age = samples[index].age
        while index - leftmost > reach || age - samples[leftmost].age > window { leftmost += 1 }
    }

    /// The parabola's value at `index`, over `m` neighbours a side: weights 3(3m(m+1) − 1 − 5j²) over
    /// (2m − 1)(2m + 1)(2m + 3).
    private func smoothed(_ index: Int, reach m: Int) -> InkNode {
        var node = samples[index].node
        guard m > 1 else { return node }
        var weight = Double(3 * (3 * m * (m + 1) - 1))
        var decrement = 15.0
        var sum = node.position * weight
        samples.withUnsafeBufferPointer { samples in
            for j in 1...m {
                weight -= decrement
                decrement += 30
                sum = sum + (samples[index - j].node.position + samples[index + j].node.position) * weight
            }
        }
        let norm = (2 * m - 1) * (2 * m + 1) * (2 * m + 3)
        node.position = sum * (1 / Double(norm))
        return node
    }
}
