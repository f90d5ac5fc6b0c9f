// SPDX-License-Identifier: MIT
import InkGeometry

/// A tangent-continuous cubic spline that smooths samples only where the device reports them densely.
///
/// Each sample is replaced by the value at its position of a least-squares parabola over its neighbours (Savitzky and
/// Golay, "Smoothing and differentiation of data by simplified least squares procedures", 1964). The parabola includes
/// as many neighbours on each side as lie within ``Parameters/window``. This removes sensor noise, more of it the
/// denser the reports, without flattening curves. The tangents of the spline are those of parabolas through three
/// neighbours (Bessel's rule).
public struct SmoothModeler: StrokeModeler, Sendable {
    /// The extent of smoothing.
    public struct Parameters: Hashable, Sendable {
        /// The maximum distance in seconds of the neighbours that take part in smoothing. Range: 0 (none) and up. 40 ms
        /// includes two neighbours on each side at 60 Hz, even with jitter, and is well below the 100 ms of the
        /// quickest turns in handwriting.
        public var window: Double
        /// The maximum number of neighbours on each side. Range: 0...``SmoothModeler/maximumReach``.
        public var reach: Int

        public init(window: Double = 0.04, reach: Int = SmoothModeler.maximumReach) {
            self.window = window
            self.reach = reach
        }
    }

    /// The largest reach. The tail is at most two samples longer than this.
    public static var maximumReach: Int { 6 }

    private struct Sample {
        var node: InkNode
        /// The time in seconds. A sample that shares its timestamp with the previous one counts as a whole window
        /// later. It carries no information about density, so there is no smoothing across it.
        var age: Double
    }

    private let window: Double
    private let reach: Int
    /// The samples that are still needed.
    private var samples: [Sample] = []
    /// The index of the first sample that is not settled, and of the first that its smoothing may use.
    private var open = 0
    private var leftmost = 0
    private var lastTime = 0.0
    private var joiner = SplineJoiner()

    /// Creates a modeler for a new stroke. A negative window counts as 0; a reach out of range is clamped.
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
            // All samples before the last were near enough, otherwise they would have settled this one.
            let isLastTooFar = age - samples[open].age > window
            guard right >= left || isLastTooFar else { break }
            joiner.append(smoothed(open, reach: isLastTooFar ? min(left, right - 1) : left), to: &sink)
            open += 1
        }
        // Samples are dropped in batches, so that the cost per sample stays constant.
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

    /// Advances `leftmost` to the first sample near enough to the one at `index`.
    private func advance(_ leftmost: inout Int, to index: Int) {
        let age = samples[index].age
        while index - leftmost > reach || age - samples[leftmost].age > window { leftmost += 1 }
    }

    /// Returns the parabola's value at `index` over `m` neighbours on each side, with weights 3(3m(m+1) − 1 − 5j²) over
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
