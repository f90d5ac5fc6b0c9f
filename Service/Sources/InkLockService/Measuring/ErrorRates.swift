// SPDX-License-Identifier: MIT

/// The error rates of a verifier from its scores (ISO/IEC 19795-1): of single comparisons, so FNMR and FMR.
struct ErrorRates: Sendable {
    /// The share of genuine attempts refused at the verifier's own threshold.
    let falseNonMatchRate: Double
    /// The share of impostors accepted at it.
    let falseMatchRate: Double
    /// Where both rates are the same as the threshold moves.
    let equalErrorRate: Double
    /// The share of genuine attempts refused where 1 % and 0.1 % of impostors are accepted at most.
    let falseNonMatchRateAt1Percent: Double
    let falseNonMatchRateAt01Percent: Double

    /// - Returns: `nil` without genuine attempts or without impostors.
    init?(genuine: ScoreCounts, impostors: ScoreCounts, threshold: Double) {
        guard genuine.total > 0 && impostors.total > 0 else { return nil }
        let refused = genuine.sharesBelow
        let stopped = impostors.sharesBelow
        let step = ScoreCounts.step(threshold)
        falseNonMatchRate = refused[step]
        falseMatchRate = 1 - stopped[step]
        equalErrorRate = Self.equal(refused, stopped)
        falseNonMatchRateAt1Percent = Self.refusedShare(refused, stopped, matching: 0.01)
        falseNonMatchRateAt01Percent = Self.refusedShare(refused, stopped, matching: 0.001)
    }

    private static func equal(_ refused: [Double], _ stopped: [Double]) -> Double {
        for i in refused.indices where refused[i] >= 1 - stopped[i] {
            guard i > 0 else { return refused[i] }
            // Both rates run straight between two thresholds.
            let before = (1 - stopped[i - 1]) - refused[i - 1]
            let after = refused[i] - (1 - stopped[i])
            let t = before + after > 0 ? before / (before + after) : 0
            return refused[i - 1] + (refused[i] - refused[i - 1]) * t
        }
        return 1
    }

    private static func refusedShare(_ refused: [Double], _ stopped: [Double], matching limit: Double) -> Double {
        for i in refused.indices where 1 - stopped[i] <= limit + 1e-12 { return refused[i] }
        return 1
    }
}
