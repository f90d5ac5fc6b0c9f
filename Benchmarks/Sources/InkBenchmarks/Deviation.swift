// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport

/// The deviation of a modeler's curve from the true path of the pen.
enum Deviation {
    private struct Trace: CurveSink {
        var points: [Point] = []

        mutating func append(_ curve: CubicCurve, startWidth: Double, endWidth: Double) {
            for i in 0..<16 { points.append(curve.point(at: Double(i) / 16)) }
        }
    }

    /// Returns the root mean squared distance in points, averaged over 30 synthetic hands that write for 4 seconds.
    static func mean(_ modeler: some StrokeModeler, rate: Double, noise: Double) -> Double {
        (1...30).reduce(0.0) { $0 + rms(modeler, seed: UInt64($1), rate: rate, noise: noise) } / 30
    }

    private static func rms(_ modeler: some StrokeModeler, seed: UInt64, rate: Double, noise: Double) -> Double {
        var hand = SyntheticHand(seed: seed)
        var modeler = modeler
        var trace = Trace()
        for sample in hand.samples(Int(rate * 4), rate: rate, noise: noise) {
            modeler.append(InkNode(sample.position, width: 2), time: sample.time, to: &trace)
        }
        modeler.tail(to: &trace)
        let truth = (0...8_000).map { hand.position(Double($0) / 2_000) }
        var sum = 0.0
        for (i, point) in trace.points.enumerated() {
            // The approximate time is known, so the nearest segment of the true path is close to it.
            let place = i * truth.count / trace.points.count
            var nearest = Double.infinity
            for j in max(0, place - 150)..<min(truth.count - 1, place + 150) {
                nearest = min(nearest, squaredDistance(point, truth[j], truth[j + 1]))
            }
            sum += nearest
        }
        return (sum / Double(trace.points.count)).squareRoot()
    }

    private static func squaredDistance(_ p: Point, _ a: Point, _ b: Point) -> Double {
        let chord = b - a
        let t = max(0, min(1, (p - a).dot(chord) / max(chord.lengthSquared, 1e-12)))
        return (p - a.interpolated(to: b, at: t)).lengthSquared
    }
}
