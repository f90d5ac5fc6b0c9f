// SPDX-License-Identifier: MIT
import InkGeometry

/// A smoothed curve whose tangent and curvature are continuous.
///
/// The curve is a uniform cubic B-spline with one control point for each sample, so that its first and second
/// derivatives are continuous whatever the samples are. A control point is a weighted sum of the samples around its
/// own. The weights are those of the least-squares quartic *q* over the neighbours within ``Parameters/window``
/// (Savitzky and Golay, 1964) and give *q* − *q*″/6, the control point of a spline that follows *q* (Schoenberg,
/// "Contributions to the problem of approximation of equidistant data by analytic functions", 1946). One sum therefore
/// removes sensor noise and passes through what remains, without a root or a division.
///
/// Samples are equally spaced in time, not along the line. Where a hand means a corner, the pen almost stops, and its
/// samples are dense; the curve then turns as sharply as the pen does.
public struct FairModeler: StrokeModeler {
    /// The extent of smoothing.
    public struct Parameters: Hashable, Sendable {
        /// The maximum distance in seconds of the neighbours that take part in a control point. Range: 0 and up. A
        /// sample always uses its two nearest neighbours. 68 ms includes four on each side at 60 Hz and eight at
        /// 120 Hz; a quartic follows the quickest turns of handwriting, 6 per second, over that time.
        public var window: Double
        /// The maximum number of neighbours on each side. Range: 1...``FairModeler/maximumReach``.
        public var reach: Int

        public init(window: Double = 0.068, reach: Int = FairModeler.maximumReach) {
            self.window = window
            self.reach = reach
        }
    }

    /// The largest reach. The tail is at most two segments longer than this.
    public static var maximumReach: Int { 8 }

    /// The distance in points by which a control point may always differ from its sample: more than the error of
    /// sensors.
    private static var tolerance: Double { 0.5 }

    private struct Sample {
        var node: InkNode
        /// The time in seconds. A sample that shares its timestamp with the previous one counts as a whole window
        /// later.
        var age: Double
    }

    private let window: Double
    private let reach: Int
    /// The samples that are still needed.
    private var samples: [Sample] = []
    /// The index of the first sample without a final control point, and of the first within its window.
    private var open = 0
    private var leftmost = 0
    private var lastTime = 0.0
    private var lastAge = 0.0
    private var spline = UniformSpline()

    /// Creates a modeler for a new stroke. A negative window counts as 0; a reach out of range is clamped.
    public init(_ parameters: Parameters = Parameters()) {
        window = max(0, parameters.window)
        reach = max(1, min(parameters.reach, Self.maximumReach))
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
        extend(samples, isTail: false, to: &sink)
        // Samples are dropped in batches, so that the cost per sample stays constant. The one before an open sample is
        // always needed.
        let spare = min(leftmost, open - 1)
        if spare > 64 {
            samples.removeFirst(spare)
            open -= spare
            leftmost -= spare
        }
        swap(&samples, &self.samples)
    }

    public func tail(to sink: inout some CurveSink) {
        var rest = self
        rest.extend(samples, isTail: true, to: &sink)
        rest.spline.finish(to: &sink)
    }

    /// Extends the spline by the control points that no later sample can change, or by all if `isTail`.
    ///
    /// Finding and joining them are separate loops, each short enough for the processor to work on several samples at a
    /// time.
    @inline(never) private mutating func extend(_ samples: [Sample], isTail: Bool, to sink: inout some CurveSink) {
        let first = open
        samples.withUnsafeBufferPointer { samples in
            withUnsafeTemporaryAllocation(of: InkNode.self, capacity: samples.count - first) { nodes in
                var weights = Weights()
                while open < samples.count {
                    advanceLeftmost(samples)
                    let last = samples.count - 1
                    let left = max(open - leftmost, min(open, 1))
                    let reach = isTail ? min(left, last - open) : settledReach(samples, left: left)
                    guard let reach else { break }
                    // `open` stays below the number of samples, so the index stays below the capacity.
                    nodes.initializeElement(at: open - first, to: Self.control(samples, open, reach: reach, &weights))
                    open += 1
                }
                for node in nodes[..<(open - first)] { spline.append(node, to: &sink) }
            }
        }
    }

    /// Returns the number of neighbours on each side for the first open sample, or `nil` while a later sample may add
    /// to it.
    @inline(__always) private func settledReach(_ samples: UnsafeBufferPointer<Sample>, left: Int) -> Int? {
        let last = samples.count - 1
        let age = samples[open].age
        // The difference of two infinite ages, which an infinite window causes, is not above it.
        if open + left <= last && (left <= 1 || !(samples[open + left].age - age > window)) { return left }
        guard samples[last].age - age > window else { return nil }
        // A later sample is too far, so all that are near enough are known.
        var right = min(left, last - open)
        while right > 1 && samples[open + right].age - age > window { right -= 1 }
        return right
    }

    /// Advances `leftmost` to the first sample near enough to the open one.
    @inline(__always) private mutating func advanceLeftmost(_ samples: UnsafeBufferPointer<Sample>) {
        let age = samples[open].age
        while open - leftmost > reach || age - samples[leftmost].age > window { leftmost += 1 }
    }

    /// Returns the control point of a sample from `m` neighbours on each side.
    @inline(__always) private static func control(
        _ samples: UnsafeBufferPointer<Sample>, _ index: Int, reach m: Int, _ weights: inout Weights
    ) -> InkNode {
        var node = samples[index].node
        guard m > 0 else { return node }
        let here = node.position
        let before = samples[index - 1].node.position
        let after = samples[index + 1].node.position
        if weights.reach != m { weights = Weights(reach: m) }
        let shift = weighted(samples, index, weights) - here
        // Equal chords never need more than a third of a chord. Where a long one meets a short one, the spline would
        // overshoot.
        let chord = min((here - before).lengthSquared, (after - here).lengthSquared)
        let limit = chord * (1.0 / 9.0) + tolerance * tolerance
        let square = shift.lengthSquared
        node.position = here + (square <= limit ? shift : shift * (limit / square).squareRoot())
        return node
    }

    /// Returns the position of a sample in the lanes of a vector.
    @inline(__always) private static func vector(_ sample: Sample) -> SIMD2<Double> {
        SIMD2(sample.node.position.x, sample.node.position.y)
    }

    /// Returns *q* − *q*″/6 at a sample, for the least-squares polynomial *q* over the neighbours of the weights'
    /// reach.
    @inline(__always) private static func weighted(
        _ samples: UnsafeBufferPointer<Sample>, _ index: Int, _ weights: Weights
    ) -> InkPoint {
        var sum = vector(samples[index]) * weights.constant
        withUnsafeBytes(of: weights.values) { values in
            for j in 0..<weights.reach {
                let weight = values.load(fromByteOffset: j &* 8, as: Double.self)
                sum += (vector(samples[index &- 1 &- j]) + vector(samples[index &+ 1 &+ j])) * weight
            }
        }
        sum *= weights.norm
        return InkPoint(x: sum.x, y: sum.y)
    }
}

/// The weights of a control point's neighbours.
private struct Weights {
    /// The number of neighbours on each side, 1...8, or 0 without weights.
    var reach = 0
    /// The weight of the sample itself, and the factor of the sum.
    var constant = 0.0
    var norm = 0.0
    /// The weights of the neighbours at distances 1...8.
    var values = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    init() {}

    /// Creates the weights for a reach of 1...8: those of the neighbours at distance j are a + b·j² + c·j⁴ over d, all
    /// integers. They solve the normal equations of the quartic, of the parabola for one neighbour.
    @inline(never) init(reach: Int) {
        let (a, b, c, norm) = Self.coefficients(reach)
        self.reach = reach
        constant = a
        self.norm = norm
        values = (
            a + (b + c), a + (b + c * 4) * 4, a + (b + c * 9) * 9, a + (b + c * 16) * 16, a + (b + c * 25) * 25,
            a + (b + c * 36) * 36, a + (b + c * 49) * 49, a + (b + c * 64) * 64
        )
    }

    private static func coefficients(_ reach: Int) -> (Double, Double, Double, Double) {
        switch reach {
        case 1: (8, -9, 0, 1.0 / 6)
        case 2: (1224, -1787, 371, 1.0 / 864)
        case 3: (43608, -22393, 1981, 1.0 / 66528)
        case 4: (55992, -15343, 763, 1.0 / 123552)
        case 5: (43464, -7513, 241, 1.0 / 123552)
        case 6: (1_215_216, -145_495, 3271, 1.0 / 4_200_768)
        case 7: (19_666_224, -1_732_787, 28_871, 1.0 / 79_814_592)
        default: (1_559_664, -105_553, 1357, 1.0 / 7_255_872)
        }
    }
}
