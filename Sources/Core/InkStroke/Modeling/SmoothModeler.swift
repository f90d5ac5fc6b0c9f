// SPDX-License-Identifier: MIT
import InkGeometry

/// A tangent-continuous cubic spline that smooths samples only where the device reports them densely.
///
/// Each sample is replaced by the value at its position of a least-squares parabola over its neighbours (Savitzky and
/// Golay, "Smoothing and differentiation of data by simplified least squares procedures", 1964). The parabola includes
/// as many neighbours on each side as lie within ``Parameters/window``. This removes sensor noise, more of it the
/// denser the reports, without flattening curves. The tangents of the spline are those of parabolas through three
/// neighbours (Bessel's rule).
public struct SmoothModeler: StrokeModeler {
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
    private var lastAge = 0.0
    private var joiner = SplineJoiner()

    /// Creates a modeler for a new stroke. A negative window counts as 0; a reach out of range is clamped.
    public init(_ parameters: Parameters = Parameters()) {
        window = max(0, parameters.window)
        reach = max(0, min(parameters.reach, Self.maximumReach))
    }

    public mutating func append(_ node: InkNode, time: Double, to sink: inout some CurveSink) {
        withUnsafePointer(to: TimedNode(node, time: time)) {
            append(contentsOf: UnsafeBufferPointer(start: $0, count: 1), to: &sink)
        }
    }

    public mutating func append(contentsOf nodes: UnsafeBufferPointer<TimedNode>, to sink: inout some CurveSink) {
        for timed in nodes {
            let elapsed = timed.time - lastTime
            lastAge += elapsed > 0 ? elapsed : window
            samples.append(Sample(node: timed.node, age: lastAge))
            lastTime = timed.time
        }
        // The array leaves `self` for this time, so that no reference to it is counted.
        var samples: [Sample] = []
        swap(&samples, &self.samples)
        join(samples, isTail: false, to: &sink)
        // Samples are dropped in batches, so that the cost per sample stays constant.
        if leftmost > 64 {
            samples.removeFirst(leftmost)
            open -= leftmost
            leftmost = 0
        }
        swap(&samples, &self.samples)
    }

    public func tail(to sink: inout some CurveSink) {
        var rest = self
        rest.join(samples, isTail: true, to: &sink)
        rest.joiner.finish(to: &sink)
    }

    /// Smooths and joins the samples whose smoothing no later sample can change, or all if `isTail`.
    ///
    /// Smoothing and joining are separate loops, each short enough for the processor to work on several samples at a
    /// time.
    @inline(never) private mutating func join(_ samples: [Sample], isTail: Bool, to sink: inout some CurveSink) {
        let first = open
        samples.withUnsafeBufferPointer { samples in
            withUnsafeTemporaryAllocation(of: InkNode.self, capacity: samples.count - first) { nodes in
                while open < samples.count {
                    advance(&leftmost, to: open, samples)
                    let last = samples.count - 1
                    guard let reach = isTail ? min(open - leftmost, last - open) : settledReach(samples) else { break }
                    // `open` stays below the number of samples, so the index stays below the capacity.
                    nodes.initializeElement(at: open - first, to: Self.smoothed(samples, open, reach: reach))
                    open += 1
                }
                for node in nodes[..<(open - first)] { joiner.append(node, to: &sink) }
            }
        }
    }

    /// Returns the number of neighbours on each side for the first open sample, or `nil` while a later sample may add
    /// to it.
    @inline(__always) private func settledReach(_ samples: UnsafeBufferPointer<Sample>) -> Int? {
        let left = open - leftmost
        let last = samples.count - 1
        let age = samples[open].age
        if open + left <= last && !(samples[open + left].age - age > window) { return left }
        guard samples[last].age - age > window else { return nil }
        // A later sample is too far, so all that are near enough are known.
        var right = min(left, last - open)
        while samples[open + right].age - age > window { right -= 1 }
        return right
    }

    /// Advances `leftmost` to the first sample near enough to the one at `index`.
    @inline(__always) private func advance(
        _ leftmost: inout Int, to index: Int, _ samples: UnsafeBufferPointer<Sample>
    ) {
        let age = samples[index].age
        while index - leftmost > reach || age - samples[leftmost].age > window { leftmost += 1 }
    }

    /// Returns the parabola's value at `index` over `m` neighbours on each side, with weights 3(3m(m+1) − 1 − 5j²) over
    /// (2m − 1)(2m + 1)(2m + 3).
    @inline(__always) private static func smoothed(
        _ samples: UnsafeBufferPointer<Sample>, _ index: Int, reach m: Int
    ) -> InkNode {
        #if !hasFeature(Embedded)
            // At the usual rates the reach is the largest. The compiler then knows the weights.
            if m == maximumReach { return weighted(samples, index, maximumReach) }
        #endif
        return m > 1 ? weighted(samples, index, m) : samples[index].node
    }

    @inline(__always) private static func weighted(
        _ samples: UnsafeBufferPointer<Sample>, _ index: Int, _ m: Int
    ) -> InkNode {
        var node = samples[index].node
        var weight = Double(3 * (3 * m * (m + 1) - 1))
        var decrement = 15.0
        var sum = node.position * weight
        for j in 1...m {
            weight -= decrement
            decrement += 30
            sum = sum + (samples[index - j].node.position + samples[index + j].node.position) * weight
        }
        let norm = (2 * m - 1) * (2 * m + 1) * (2 * m + 3)
        node.position = sum * (1 / Double(norm))
        return node
    }
}
