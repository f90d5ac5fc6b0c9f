// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

/// The deviation of a modelled curve from the true path of the pen.
private struct Deviation {
    /// The number of true positions per sample, from the first sample to the last.
    private let truth: [InkPoint]
    private let perSample = 16
    private let samples: [StrokePoint]

    init(seed: UInt64, rate: Double, noise: Double) {
        var hand = SyntheticHand(seed: seed)
        samples = hand.samples(Int(2 * rate) + 1, rate: rate, noise: noise)
        var truth: [InkPoint] = []
        for i in 0...(Int(2 * rate) * perSample) { truth.append(hand.position(Double(i) / (rate * Double(perSample)))) }
        self.truth = truth
    }

    /// Returns the root mean squared distance, in points, between the modelled curve and the true one.
    func rms(_ model: StrokeModel) -> Double {
        var sum = 0.0
        var count = 0
        for (i, curve) in CurveList(model, samples).curves.enumerated() {
            for j in 0..<8 {
                let distance = distanceFromTruth(curve.point(at: (Double(j) + 0.5) / 8), near: i)
                sum += distance * distance
                count += 1
            }
        }
        return (sum / Double(count)).squareRoot()
    }

    /// Segment `index` lies near the samples `index - 1 ... index + 1`.
    private func distanceFromTruth(_ p: InkPoint, near index: Int) -> Double {
        let low = max(1, (index - 2) * perSample)
        let high = min(truth.count - 2, (index + 3) * perSample)
        var nearest = low
        var least = Double.infinity
        for i in low...high {
            let dx = truth[i].x - p.x
            let dy = truth[i].y - p.y
            let square = dx * dx + dy * dy
            if square < least {
                least = square
                nearest = i
            }
        }
        // The foot of the perpendicular on the parabola through the three true positions around the nearest one.
        let here = truth[nearest]
        let velocity = (truth[nearest + 1] - truth[nearest - 1]) * 0.5
        let acceleration = truth[nearest + 1] + truth[nearest - 1] - here * 2
        var t = 0.0
        for _ in 0..<4 {
            let offset = here + velocity * t + acceleration * (t * t * 0.5) - p
            let slope = velocity + acceleration * t
            t -= offset.dot(slope) / max(slope.lengthSquared + offset.dot(acceleration), 1e-12)
            t = max(-1, min(1, t))
        }
        return p.distance(to: here + velocity * t + acceleration * (t * t * 0.5))
    }
}

/// The models that smooth are closer to the true path for every hand, not only on average. The benchmarks print the
/// averages.
@Suite struct DeviationTests {
    @Test("A smoothed curve is closer to a clean hand at 60 Hz", arguments: 0..<24 as Range<UInt64>)
    func smoothIsNearerToACleanHandAt60Hertz(seed: UInt64) {
        let deviation = Deviation(seed: seed, rate: 60, noise: 0)
        let midpoint = deviation.rms(.midpointQuadratic)
        for model in [StrokeModel.smooth, .fair] {
            let smoothed = deviation.rms(model)
            #expect(smoothed <= midpoint, "\(model): \(smoothed) \(midpoint)")
        }
    }

    @Test("A smoothed curve is closer to a noisy hand at 120 Hz", arguments: 0..<24 as Range<UInt64>)
    func smoothIsNearerToANoisyHandAt120Hertz(seed: UInt64) {
        let deviation = Deviation(seed: seed, rate: 120, noise: 0.3)
        let midpoint = deviation.rms(.midpointQuadratic)
        for model in [StrokeModel.smooth, .fair] {
            let smoothed = deviation.rms(model)
            #expect(smoothed <= midpoint, "\(model): \(smoothed) \(midpoint)")
        }
    }
}
