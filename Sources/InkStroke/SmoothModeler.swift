// SPDX-License-Identifier: MIT
import InkGeometry

/// A tangent-continuous cubic spline through samples that are smoothed only where the device reports them densely.
///
/// Each sample is replaced by the value at its place of a least-squares parabola over its neighbours (Savitzky and
/// Golay, "Smoothing and differentiation of data by simplified least squares procedures", 1964), as many on each side
/// as lie within ``Parameters/window``. At 60 Hz that is one neighbour a side, which leaves the sample where it is; at
/// 120 Hz and more it takes out the noise of the sensor without flattening curves. See ``SplineJoiner`` for the spline.
public struct SmoothModeler: StrokeModeler, Sendable {
    public struct Parameters: Hashable, Sendable {
        /// Neighbours up to this many seconds away take part in smoothing. Range: 0 (none) and up.
        /// 25 ms is well below the 100 ms that the quickest turns of handwriting take.
        public var window: Double
        /// At most this many neighbours on each side. Range: 0...``SmoothModeler/maximumReach``.
        public var reach: Int

        public init(window: Double = 0.025, reach: Int = SmoothModeler.maximumReach) {
            self.window = window
            self.reach = reach
        }
    }

    /// The tail is never longer than this many samples and two more.
    public static var maximumReach: Int { 8 }

    private struct Sample {
        var node: InkNode
        var time: Double
    }

    private let window: Double
    private let reach: Int
    /// The samples that are still needed; `open` is the first that is not settled.
    private var samples: [Sample] = []
    private var open = 0
    private var joiner = SplineJoiner()

    public init(_ parameters: Parameters = Parameters()) {
        window = parameters.window
        reach = max(0, min(parameters.reach, Self.maximumReach))
    }

    public mutating func append(_ node: InkNode, time: Double, to sink: inout some CurveSink) {
        samples.append(Sample(node: node, time: time))
        while let node = settledNode() {
            joiner.append(node, to: &sink)
            open += 1
        }
        // Dropped in batches, so that the cost a sample stays constant.
        if open > 64 {
            samples.removeFirst(open - reach)
            open = reach
        }
    }

    public func tail(to sink: inout some CurveSink) {
        var joiner = joiner
        for index in open..<max(open, samples.count) {
            joiner.append(smoothed(index, reach: min(leftReach(index), rightReach(index))), to: &sink)
        }
        joiner.finish(to: &sink)
    }

    /// The smoothed node at `open`, once later samples cannot change it.
    private func settledNode() -> InkNode? {
        guard open < samples.count else { return nil }
        let left = leftReach(open)
        let right = rightReach(open, limit: left)
        let isDecided = right == left || open + right < samples.count - 1
        return isDecided ? smoothed(open, reach: right) : nil
    }

    private func leftReach(_ index: Int) -> Int {
        var k = 0
        var age = 0.0
        while k < reach && k < index {
            age += spacing(before: index - k)
            guard age <= window else { break }
            k += 1
        }
        return k
    }

    private func rightReach(_ index: Int, limit: Int = SmoothModeler.maximumReach) -> Int {
        var k = 0
        var age = 0.0
        while k < limit && index + k + 1 < samples.count {
            age += spacing(before: index + k + 1)
            guard age <= window else { break }
            k += 1
        }
        return k
    }

    /// Samples that share a timestamp tell nothing about how dense they are, so they are not smoothed.
    private func spacing(before index: Int) -> Double {
        let elapsed = samples[index].time - samples[index - 1].time
        return elapsed > 0 ? elapsed : window
    }

    /// The parabola's value at `index`, over `m` neighbours a side: weights 3(3m(m+1) − 1 − 5j²) over
    /// (2m − 1)(2m + 1)(2m + 3).
    private func smoothed(_ index: Int, reach m: Int) -> InkNode {
        var node = samples[index].node
        guard m > 1 else { return node }
        let centre = Double(3 * (3 * m * (m + 1) - 1))
        var sum = node.position * centre
        for j in 1...m {
            let weight = centre - Double(15 * j * j)
            sum = sum + (samples[index - j].node.position + samples[index + j].node.position) * weight
        }
        let norm = (2 * m - 1) * (2 * m + 1) * (2 * m + 3)
        node.position = sum * (1 / Double(norm))
        return node
    }
}
