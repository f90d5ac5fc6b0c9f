// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke
import InkTestSupport

/// The distance of a modeler's curve from the true path of the pen, and the jumps where its segments join: figures of
/// 30 synthetic hands that write for 4 seconds.
struct CurveQuality {
    /// The root mean squared distance from the true path in points, averaged over the hands.
    private(set) var deviation = 0.0
    /// The 95th percentile of the angle in degrees by which the direction jumps where segments join.
    private(set) var tangentJump = 0.0
    /// The 95th percentile of the jump of the curvature where segments join, in radians per point.
    private(set) var curvatureJump = 0.0

    private struct Trace: CurveSink {
        var curves: [CubicCurve] = []

        mutating func append(_ curve: CubicCurve, startWidth: Double, endWidth: Double) { curves.append(curve) }
    }

    /// - Parameters:
    ///   - modeler: The modeler in its initial state.
    ///   - rate: The number of samples per second.
    ///   - noise: The maximum error of each coordinate in points.
    init(_ modeler: some StrokeModeler, rate: Double, noise: Double) {
        var tangents: [Double] = []
        var curvatures: [Double] = []
        for seed in 1...30 as ClosedRange<UInt64> {
            var hand = SyntheticHand(seed: seed)
            var modeler = modeler
            var trace = Trace()
            for sample in hand.samples(Int(rate * 4), rate: rate, noise: noise) {
                modeler.append(InkNode(sample.position, width: 2), time: sample.time, to: &trace)
            }
            modeler.tail(to: &trace)
            deviation += Self.rms(trace.curves, hand) / 30
            for (a, b) in zip(trace.curves, trace.curves.dropFirst()) {
                let before = Joint(a.end - a.control2, a.control1 - a.control2)
                let after = Joint(b.control1 - b.start, b.control2 - b.control1)
                guard let before, let after else { continue }
                let cosine = max(-1, min(1, before.direction.dot(after.direction)))
                tangents.append(abs(atan2(before.direction.cross(after.direction), cosine)) * 180 / Double.pi)
                curvatures.append(abs(after.curvature - before.curvature))
            }
        }
        tangentJump = Self.percentile95(&tangents)
        curvatureJump = Self.percentile95(&curvatures)
    }

    /// The direction of a cubic curve at one of its ends, and its curvature there.
    private struct Joint {
        let direction: Point
        let curvature: Double

        /// `first` is the first derivative there in thirds, `second` the difference of the inner control points.
        init?(_ first: Point, _ second: Point) {
            let length = first.length
            guard length > 1e-9 else { return nil }
            direction = first * (1 / length)
            curvature = (2.0 / 3.0) * first.cross(second) / (length * length * length)
        }
    }

    private static func percentile95(_ values: inout [Double]) -> Double {
        values.sort()
        return values.isEmpty ? 0 : values[values.count * 95 / 100]
    }

    private static func rms(_ curves: [CubicCurve], _ hand: SyntheticHand) -> Double {
        let truth = (0...8_000).map { hand.position(Double($0) / 2_000) }
        var sum = 0.0
        for i in 0..<(curves.count * 16) {
            let point = curves[i / 16].point(at: Double(i % 16) / 16)
            // The approximate time is known, so the nearest segment of the true path is close to it.
            let place = i * truth.count / (curves.count * 16)
            var nearest = Double.infinity
            for j in max(0, place - 100)..<min(truth.count - 1, place + 100) {
                nearest = min(nearest, squaredDistance(point, truth[j], truth[j + 1]))
            }
            sum += nearest
        }
        return (sum / Double(curves.count * 16)).squareRoot()
    }

    private static func squaredDistance(_ p: Point, _ a: Point, _ b: Point) -> Double {
        let chord = b - a
        let t = max(0, min(1, (p - a).dot(chord) / max(chord.lengthSquared, 1e-12)))
        return (p - a.interpolated(to: b, at: t)).lengthSquared
    }
}
