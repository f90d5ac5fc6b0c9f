// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke
import InkTestSupport

/// The quality of the models' curves and of the prediction, as lines of the report.
enum QualityTable {
    private static let devices: [(rate: Double, noise: Double)] = [(60, 0), (120, 0), (120, 0.3), (240, 0.3)]

    static func print() {
        for (rate, noise) in devices {
            let device = "\(Int(rate)) Hz, ± \(noise) points"
            line(device, "fair", CurveQuality(FairModeler(), rate: rate, noise: noise))
            line(device, "smooth", CurveQuality(SmoothModeler(), rate: rate, noise: noise))
            line(device, "the midpoint curve", CurveQuality(MidpointModeler(), rate: rate, noise: noise))
            let error = predictionError(rate: rate, noise: noise)
            Swift.print("\(format(error.with)) points\t\(device): rms error of a prediction 16 ms ahead")
            Swift.print("\(format(error.without)) points\t  without a prediction")
        }
    }

    /// Returns the figures of each device as JSON: for each model deviation, jumps and lag, and the prediction's
    /// errors.
    static func json() throws -> String {
        var all: [String: [String: [String: Double]]] = [:]
        for (rate, noise) in devices {
            var figures: [String: [String: Double]] = [
                "fair": CurveQuality(FairModeler(), rate: rate, noise: noise).figures,
                "smooth": CurveQuality(SmoothModeler(), rate: rate, noise: noise).figures,
                "article": CurveQuality(MidpointModeler(), rate: rate, noise: noise).figures,
            ]
            let error = predictionError(rate: rate, noise: noise)
            figures["prediction"] = ["with": error.with, "without": error.without]
            all["\(Int(rate)) Hz ± \(noise)"] = figures
        }
        return String(decoding: try JSONSerialization.data(withJSONObject: all, options: .sortedKeys), as: UTF8.self)
    }

    private static func line(_ device: String, _ model: String, _ quality: CurveQuality) {
        Swift.print("\(format(quality.deviation)) points\t\(device), \(model): rms distance from the true curve")
        Swift.print("\(format(quality.tangentJump))°\t  jump of the direction, 95th percentile")
        Swift.print("\(format(quality.curvatureJump)) a point\t  jump of the curvature, 95th percentile")
    }

    /// Returns the root mean squared distance in points from the pen 16 ms after a sample to the place predicted then,
    /// and to the sample.
    private static func predictionError(rate: Double, noise: Double) -> (with: Double, without: Double) {
        var squares = (0.0, 0.0)
        var count = 0.0
        for seed in 1...30 as ClosedRange<UInt64> {
            var hand = SyntheticHand(seed: seed)
            var known: [StrokePoint] = []
            for sample in hand.samples(Int(rate * 4), rate: rate, noise: noise) {
                known.append(sample)
                guard let predicted = StrokePrediction.sample(after: known, seconds: 0.016) else { continue }
                let pen = hand.position(predicted.time)
                squares.0 += (predicted.position - pen).lengthSquared
                squares.1 += (sample.position - pen).lengthSquared
                count += 1
            }
        }
        return ((squares.0 / count).squareRoot(), (squares.1 / count).squareRoot())
    }

    private static func format(_ value: Double) -> String { String(format: "%.4f", value) }
}
