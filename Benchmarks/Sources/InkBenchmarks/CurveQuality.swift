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

    /// The mean time by which the line's end, while it is drawn, follows the true path, in samples.
    private(set) var lag = 0.0
    /// The 95th percentile of the number of samples after which a place of the line is within a tenth of a point of
    /// where it stays.
    private(set) var settling = 0.0

    /// The figures by name.
    var figures: [String: Double] {
        [
            "deviation": deviation, "tangentJump": tangentJump, "curvatureJump": curvatureJump, "lag": lag,
            "settling": settling,
        ]
    }

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
        var settlings: [Double] = []
        var late = (way: 0.0, speed: 0.0)
        for seed in 1...30 as ClosedRange<UInt64> {
            var hand = SyntheticHand(seed: seed)
            var modeler = modeler
            var trace = Trace()
            var shown: [[InkPoint]] = []
            for sample in hand.samples(Int(rate * 4), rate: rate, noise: noise) {
                modeler.append(InkNode(sample.position, width: 2), time: sample.time, to: &trace)
                var whole = trace
                modeler.tail(to: &whole)
                shown.append(whole.curves.suffix(Self.settlingLimit).reversed().map { $0.end })
                let velocity = (hand.position(sample.time + 0.001) - hand.position(sample.time - 0.001)) * 500
                let missing = hand.position(sample.time) - (whole.curves.last?.end ?? sample.position)
                late.way += missing.dot(velocity) * rate
                late.speed += velocity.lengthSquared
            }
            settlings += Self.settlings(shown)
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
        lag = late.way / max(late.speed, 1e-9)
        settling = Self.percentile95(&settlings)
        tangentJump = Self.percentile95(&tangents)
        curvatureJump = Self.percentile95(&curvatures)
    }

    /// The direction of a cubic curve at one of its ends, and its curvature there.
    private struct Joint {
        let direction: InkPoint
        let curvature: Double

        /// `first` is the first derivative there in thirds, `second` the difference of the inner control points.
        init?(_ first: InkPoint, _ second: InkPoint) {
            let length = first.length
            guard length > 1e-9 else { return nil }
            direction = first * (1 / length)
            curvature = (2.0 / 3.0) * first.cross(second) / (length * length * length)
        }
    }

    private static var settlingLimit: Int { 12 }

    /// Returns the number of samples after which each joint stays where it is.
    /// - Parameter shown: The ends of the last curves after each sample, the newest first.
    private static func settlings(_ shown: [[InkPoint]]) -> [Double] {
        shown.indices.dropLast(settlingLimit).compactMap { index in
            // After `age` more samples, the joint of this sample is the one before as many others.
            let places = (0..<settlingLimit).compactMap { age in
                age < shown[index + age].count ? shown[index + age][age] : nil
            }
            guard let last = places.last, places.count == settlingLimit else { return nil }
            let moving = places.lastIndex { ($0 - last).lengthSquared > 0.01 }
            return Double(moving.map { $0 + 1 } ?? 0)
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

    private static func squaredDistance(_ p: InkPoint, _ a: InkPoint, _ b: InkPoint) -> Double {
        let chord = b - a
        let t = max(0, min(1, (p - a).dot(chord) / max(chord.lengthSquared, 1e-12)))
        return (p - a.interpolated(to: b, at: t)).lengthSquared
    }
}
