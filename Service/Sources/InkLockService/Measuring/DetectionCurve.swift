// SPDX-License-Identifier: MIT

/// The rates of a verifier at every threshold: a detection error tradeoff curve (ISO/IEC 19795-1).
struct DetectionCurve: Sendable {
    /// The rates at one threshold, as shares from 0 to 1.
    struct Point: Hashable, Sendable {
        var falseMatchRate: Double
        var falseNonMatchRate: Double
    }

    let verifier: String
    let impostor: VerifierTrial.Impostor
    /// The points in order of rising thresholds, without repetitions.
    let points: [Point]

    init(verifier: String, _ impostor: VerifierTrial.Impostor, genuine: ScoreCounts, impostors: ScoreCounts) {
        self.verifier = verifier
        self.impostor = impostor
        var points: [Point] = []
        for (refused, stopped) in zip(genuine.sharesBelow, impostors.sharesBelow) {
            let point = Point(falseMatchRate: 1 - stopped, falseNonMatchRate: refused)
            if points.last != point { points.append(point) }
        }
        self.points = points
    }

    /// Returns a table of curves as comma-separated values.
    static func table(_ curves: [DetectionCurve]) -> String {
        var lines = ["verifier,impostor,false match rate,false non-match rate"]
        for curve in curves {
            for point in curve.points {
                lines.append(
                    "\(curve.verifier),\(curve.impostor.rawValue),\(point.falseMatchRate),\(point.falseNonMatchRate)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
