// SPDX-License-Identifier: MIT
import InkGeometry

/// The enrolled drawings of one figure, or of a whole drawing, prepared for comparisons.
struct FigureTemplate {
    /// The mean differences between the enrolled drawings, on the scale of the model, by ``TraceDifference``.
    let variation: [Float]
    private let traces: [DrawingTrace]
    /// The positions of the taps in each drawing, or `nil` for a figure that is not all taps.
    private let taps: [[Point]]?
    private let meanLogLength: Float
    private let meanLogDuration: Float

    /// The distance in picture units from which on a tap speaks against the attempt: half the article's square.
    private static var tapReach: Double { 22.5 }
    /// The evidence of a tap in the right place.
    private static var tapEvidence: Double { 4 }
    /// The evidence where a figure cannot be compared.
    private static var mismatch: Float { -20 }

    /// - Parameter drawings: At least one.
    /// - Complexity: O(points + drawings²).
    @inline(never) init(_ drawings: [StrokeList], _ comparison: inout TraceComparison) {
        let traces = drawings.map { DrawingTrace($0) }
        var sums = [Float](repeating: 0, count: TraceDifference.count)
        var pairs: Float = 0
        for j in traces.indices {
            for i in 0..<j {
                comparison.compare(traces[i], traces[j])
                for k in sums.indices { sums[k] += comparison.differences[k] }
                pairs += 1
            }
        }
        variation = pairs > 0 ? sums.map { $0 / pairs } : TrainedModel.typicalVariation
        self.traces = traces
        var (length, duration): (Float, Float) = (0, 0)
        for trace in traces {
            length += trace.logLength
            duration += trace.logDuration
        }
        meanLogLength = length / Float(traces.count)
        meanLogDuration = duration / Float(traces.count)
        let taps = drawings.map { $0.taps }
        self.taps = taps.contains(where: { $0.isEmpty }) ? nil : taps
    }

    /// Returns the evidence that the attempt is genuine, less `threshold`.
    /// - Complexity: O(points + drawings).
    @inline(never) func evidence(_ attempt: StrokeList, threshold: Float, _ comparison: inout TraceComparison) -> Float
    {
        if let taps { return Self.evidence(taps, attempt.taps) }
        return TrainedModel.evidence(features(DrawingTrace(attempt), &comparison)) - threshold
    }

    private func features(_ attempt: DrawingTrace, _ comparison: inout TraceComparison) -> [Float] {
        var differences: [[Float]] = []
        differences.reserveCapacity(traces.count)
        for trace in traces {
            comparison.compare(trace, attempt)
            differences.append(comparison.differences)
        }
        return TrainedModel.features(
            differences, variation: variation, longer: attempt.logLength - meanLogLength,
            slower: attempt.logDuration - meanLogDuration)
    }

    /// Judges taps by the worst distance from the closest enrolled drawing.
    private static func evidence(_ taps: [[Point]], _ attempt: [Point]) -> Float {
        var best = mismatch
        for places in taps where places.count == attempt.count {
            var worst = 0.0
            for (i, place) in places.enumerated() { worst = max(worst, place.distance(to: attempt[i])) }
            best = max(best, Float(tapEvidence * (1 - worst / tapReach)))
        }
        return best
    }
}

extension StrokeList {
    /// The positions of the strokes if all are taps, otherwise none.
    var taps: [Point] {
        var taps: [Point] = []
        for stroke in strokes {
            guard stroke.length == 0 else { return [] }
            taps.append(stroke.points[0].position)
        }
        return taps
    }
}
