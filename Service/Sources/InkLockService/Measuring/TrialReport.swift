// SPDX-License-Identifier: MIT
import Foundation

/// The results of a trial, as text and as JSON.
struct TrialReport: Encodable {
    /// A share, 0...1, with the interval that covers 95 % of the resampled crowds.
    struct Rate: Encodable {
        let value: Double
        let low: Double
        let high: Double

        init(_ value: Double, _ resampled: [Double]) {
            self.value = value
            let sorted = resampled.sorted()
            low = sorted.isEmpty ? value : sorted[Int(Double(sorted.count - 1) * 0.025)]
            high = sorted.isEmpty ? value : sorted[Int((Double(sorted.count - 1) * 0.975).rounded(.up))]
        }

        var text: String { String(format: "%5.1f %% (%.1f to %.1f)", value * 100, low * 100, high * 100) }
    }

    /// The rates for one kind of impostor.
    struct Split: Encodable {
        let impostors: Int
        let falseMatchRate: Rate
        let equalErrorRate: Rate
        let falseNonMatchRateAt1Percent: Rate
        let falseNonMatchRateAt01Percent: Rate
    }

    static let resamplings = 1_000

    let verifier: String
    let people: Int
    let passwords: Int
    let genuine: Int
    let falseNonMatchRate: Rate
    let differentDrawing: Split
    let sameDrawing: Split
    /// The mean time of a comparison.
    let comparisonMicroseconds: Double

    /// - Returns: `nil` without genuine attempts, or without impostor attempts of either kind.
    init?(_ trial: VerifierTrial, seed: UInt64 = 1) {
        guard let different = trial.rates(.differentDrawing, resamplings: Self.resamplings, seed: seed),
            let same = trial.rates(.sameDrawing, resamplings: Self.resamplings, seed: seed)
        else { return nil }
        verifier = trial.name
        comparisonMicroseconds = (trial.comparisonTime * 1e7).rounded() / 10
        people = trial.peopleCount
        passwords = trial.passwordCount
        genuine = trial.genuineCount
        falseNonMatchRate = Rate(
            different.point.falseNonMatchRate, different.resampled.map(\.falseNonMatchRate))
        differentDrawing = Self.split(different, trial.impostorCount(.differentDrawing))
        sameDrawing = Self.split(same, trial.impostorCount(.sameDrawing))
    }

    private static func split(_ rates: (point: ErrorRates, resampled: [ErrorRates]), _ count: Int) -> Split {
        func rate(_ value: (ErrorRates) -> Double) -> Rate { Rate(value(rates.point), rates.resampled.map(value)) }
        return Split(
            impostors: count, falseMatchRate: rate { $0.falseMatchRate }, equalErrorRate: rate { $0.equalErrorRate },
            falseNonMatchRateAt1Percent: rate { $0.falseNonMatchRateAt1Percent },
            falseNonMatchRateAt01Percent: rate { $0.falseNonMatchRateAt01Percent })
    }

    var text: String {
        var lines = [
            "\(verifier): \(people) people, \(passwords) passwords, \(genuine) genuine attempts, "
                + "\(comparisonMicroseconds) µs a comparison",
            "", "genuine attempts refused (FNMR)        \(falseNonMatchRate.text)",
        ]
        for (name, split) in [("a different drawing", differentDrawing), ("the same drawing", sameDrawing)] {
            lines += [
                "", "impostors with \(name): \(split.impostors)",
                "  accepted (FMR)                       \(split.falseMatchRate.text)",
                "  equal error rate (EER)               \(split.equalErrorRate.text)",
                "  refused at FMR 1 %                   \(split.falseNonMatchRateAt1Percent.text)",
                "  refused at FMR 0.1 %                 \(split.falseNonMatchRateAt01Percent.text)",
            ]
        }
        return lines.joined(separator: "\n")
    }
}
