// SPDX-License-Identifier: MIT
import InkGeometry

/// The enrolled drawings of one figure, or of a whole drawing, prepared for comparisons.
struct FigureTemplate {
    private let drawings: [StrokeList]
    private let traces: [DrawingTrace]
    /// The mean differences between the enrolled drawings, on the scale of the model, by ``TraceDifference``.
    private let variation: [Float]
    private let meanLogLength: Float
    private let meanLogDuration: Float
    /// A Boolean value that indicates whether all drawings consist of taps.
    private let isTaps: Bool

    /// The distance in picture units beyond which a tap is evidence against the attempt: half a raster square's side.
    private static var tapReach: Double { 22.5 }
    /// The evidence of a tap in the right place.
    private static var tapEvidence: Double { 4 }
    /// The evidence where a figure cannot be compared.
    static var mismatch: Float { -20 }

    /// - Parameter drawings: At least one, each with a stroke.
    /// - Complexity: O(points + drawings²).
    @inline(never) init(_ drawings: [StrokeList], _ comparison: inout TraceComparison) {
        self.drawings = drawings
        var traces: [DrawingTrace] = []
        var isTaps = true
        var (length, duration): (Float, Float) = (0, 0)
        for drawing in drawings {
            let trace = DrawingTrace(drawing)
            length += trace.logLength
            duration += trace.logDuration
            traces.append(trace)
            isTaps = isTaps && drawing.isTaps
        }
        meanLogLength = length / Float(traces.count)
        meanLogDuration = duration / Float(traces.count)
        self.isTaps = isTaps
        var sums = [Float](repeating: 0, count: TraceDifference.count)
        var pairs: Float = 0
        for j in traces.indices {
            for i in 0..<j {
                comparison.compare(traces[i], traces[j])
                for k in sums.indices { sums[k] += comparison.differences[k] }
                pairs += 1
            }
        }
        for k in sums.indices { sums[k] = pairs > 0 ? sums[k] / pairs : TrainedModel.typicalVariation[k] }
        variation = sums
        self.traces = traces
    }

    /// Returns the evidence that the attempt is genuine, less `threshold`.
    /// - Complexity: O(points + drawings).
    @inline(never) func evidence(_ attempt: StrokeList, threshold: Float, _ comparison: inout TraceComparison) -> Float
    {
        if isTaps { return tapEvidence(attempt) }
        let trace = DrawingTrace(attempt)
        var differences: [Float] = []
        for enrolled in traces {
            comparison.compare(enrolled, trace)
            differences += comparison.differences
        }
        return TrainedModel.evidence(
            TrainedModel.features(
                differences, variation: variation, longer: trace.logLength - meanLogLength,
                faster: meanLogDuration - trace.logDuration)) - threshold
    }

    /// Judges taps by the worst distance from the closest enrolled drawing.
    private func tapEvidence(_ attempt: StrokeList) -> Float {
        var best = Self.mismatch
        guard attempt.isTaps else { return best }
        for drawing in drawings where drawing.strokes.count == attempt.strokes.count {
            var worst = 0.0
            for (i, tap) in drawing.strokes.enumerated() {
                worst = max(worst, tap.points[0].position.distance(to: attempt.strokes[i].points[0].position))
            }
            best = max(best, Float(Self.tapEvidence * (1 - worst / Self.tapReach)))
        }
        return best
    }
}
