// SPDX-License-Identifier: MIT

/// The error rates of a verifier for single comparisons, FNMR and FMR (ISO/IEC 19795-1).
struct ErrorRates: Sendable {
    /// The share of genuine attempts that are refused at the verifier's own threshold.
    let falseNonMatchRate: Double
    /// The share of impostor attempts that are accepted at the verifier's own threshold.
    let falseMatchRate: Double
    /// The rate at the threshold where both rates are equal.
    let equalErrorRate: Double
    /// The share of genuine attempts that are refused when at most 1 % or 0.1 % of impostor attempts are accepted.
    let falseNonMatchRateAt1Percent: Double
    let falseNonMatchRateAt01Percent: Double

    /// - Returns: `nil` without genuine or without impostor attempts.
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
            // Interpolate both rates linearly between two thresholds.
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
