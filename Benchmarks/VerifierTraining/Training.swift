// SPDX-License-Identifier: MIT
import PicturePassword

/// The weights of the model and its thresholds, from the trials of the people who shape it.
struct Training {
    /// The penalty on large weights. Between 0.003 and 0.02 the error rates of people left out hardly change.
    private static let penalty = 0.01
    /// The share of the genuine attempts' weight that drawings in another order have.
    private static let rearrangedShare = 0.04
    /// The shares of the impostors' weight that backwards drawings, hatchings, and moved, scaled or rotated drawings
    /// have.
    private static let backwardsShare = 0.15
    private static let hatchingShare = 0.05
    private static let transformedShare = 0.1
    /// The weight of drawings at another speed, relative to a device kind's.
    private static let crossSpeedWeight = 0.25
    /// The share of a promised rate that the people who shape the verifier may use up, because other people differ.
    private static let promiseMargin = 0.3
    /// The share of pairs of an owner's drawings that count as contradicting each other at enrolment.
    private static let contradictingShare = 0.0125
    /// The parts into which people are divided for cross-validation. Numbers from 100 are those of the second set.
    private static let folds = [[2, 4, 102], [6, 8, 104], [10, 12, 106], [14]]

    let weights: [Float]
    let typicalVariation: [Float]
    /// The thresholds that keep the promises of ``TrainedVerifier/Strictness`` for each device kind.
    let thresholds: [Float]
    /// The threshold for a template of one drawing.
    let pairThreshold: Float
    /// Lines about the error rates of people who were left out.
    let log: [String]

    init(_ set: TrialSet) {
        let width = TrainedModel.weightCount - 1
        var scores = [Double](repeating: .nan, count: set.trials.count)
        for fold in Self.folds {
            let weights = Self.weights(set, without: fold)
            let model = Self.fit(set, weights)
            for (i, trial) in set.trials.enumerated() where fold.contains(trial.owner) {
                scores[i] =
                    model.value(set.rows, i)
                    - Double(TrainedModel.penalty(Array(set.rows[i * width..<(i + 1) * width])))
            }
        }
        var log: [String] = []
        var thresholds = [Float](repeating: -.infinity, count: 3)
        for kind in 0..<TrialSet.setCount {
            func some(_ role: TrialSet.Role, onlyMeasured: Bool = true) -> [Double] {
                set.trials.indices.filter {
                    set.trials[$0].set == kind && set.trials[$0].role == role
                        && (set.trials[$0].isMeasured || !onlyMeasured)
                }.map { scores[$0] }.sorted()
            }
            let genuine = some(.genuine, onlyMeasured: false)
            let different = some(.different)
            let same = some(.same)
            var line = "set \(kind): "
            line += "EER \(Self.percent(equalErrorRate(genuine, different))) different, "
            line += "\(Self.percent(equalErrorRate(genuine, same))) same; "
            for (i, strictness) in TrainedVerifier.Strictness.allCases.enumerated() {
                let value = threshold(different, rate: strictness.falseMatchRate)
                let strict = threshold(different, rate: strictness.falseMatchRate * Self.promiseMargin)
                if kind != TrialSet.crossSpeed { thresholds[i] = max(thresholds[i], Float(strict)) }
                line += "FNMR \(Self.percent(share(genuine, below: value))) at \(strictness.falseMatchRate) "
                line += "(\(Float(value))), "
            }
            let balanced = threshold(different, rate: 0.001)
            line += "accepted: rearranged \(Self.percent(1 - share(some(.rearranged), below: balanced))), "
            line += "backwards \(Self.percent(1 - share(some(.backwards), below: balanced))), "
            line += "transformed \(Self.percent(1 - share(some(.transformed), below: balanced))), "
            line += "hatchings \(Self.percent(1 - share(some(.hatching), below: balanced)))"
            log.append(line)
        }
        self.log = log
        self.thresholds = thresholds
        let model = Self.fit(set, Self.weights(set, without: []))
        weights = model.coefficients.map { Float($0) }

        var typical = [Double](repeating: 0, count: TraceDifference.count)
        var count = 0.0
        for (i, trial) in set.trials.enumerated() where trial.role == .genuine && trial.set != TrialSet.crossSpeed {
            for k in typical.indices { typical[k] += Double(set.rows[i * width + 3 * k + 2]) }
            count += 1
        }
        let variation = typical.map { Float($0 / count) }
        typicalVariation = variation
        let alike = set.pairs.map { pair in
            let features = TrainedModel.features(
                pair.differences, variation: variation, longer: pair.longer, faster: pair.faster)
            return model.value(features, 0) - Double(TrainedModel.penalty(features))
        }.sorted()
        pairThreshold = Float(alike[Int(Double(alike.count) * Self.contradictingShare)])
    }

    private static func fit(_ set: TrialSet, _ weights: [Double]) -> Regression {
        Regression(
            set.rows, isGenuine: set.trials.map { $0.role == .genuine || $0.role == .rearranged }, weights: weights,
            penalty: penalty, isLimited: TrainedModel.isDifference)
    }

    /// Returns the weight of each trial: in each set, genuine attempts and the two kinds of impostors weigh as much as
    /// each other, 2 : 1 : 1.
    private static func weights(_ set: TrialSet, without people: [Int]) -> [Double] {
        var sums = [Double](repeating: 0, count: TrialSet.setCount * TrialSet.Role.allCases.count)
        func slot(_ trial: TrialSet.Trial) -> Int { trial.set * TrialSet.Role.allCases.count + trial.role.rawValue }
        func isUsed(_ trial: TrialSet.Trial) -> Bool {
            trial.isFitted && !people.contains(trial.owner) && !people.contains(trial.person)
        }
        for trial in set.trials where isUsed(trial) { sums[slot(trial)] += 1 }
        var weights = [Double](repeating: 0, count: set.trials.count)
        var total = 0.0
        for (i, trial) in set.trials.enumerated() where isUsed(trial) {
            let share: Double
            switch trial.role {
            case .genuine: share = 1 - rearrangedShare
            case .rearranged: share = rearrangedShare
            case .different, .same: share = (1 - backwardsShare - hatchingShare - transformedShare) / 2
            case .backwards: share = backwardsShare
            case .transformed: share = transformedShare
            case .hatching: share = hatchingShare
            }
            weights[i] = share / sums[slot(trial)] * (trial.set == TrialSet.crossSpeed ? crossSpeedWeight : 1)
            total += weights[i]
        }
        return weights.map { $0 / total }
    }

    static func percent(_ share: Double) -> String { "\((share * 10_000).rounded() / 100) %" }
}

/// Returns the share of sorted scores below a threshold.
func share(_ sorted: [Double], below threshold: Double) -> Double {
    var (low, high) = (0, sorted.count)
    while low < high {
        let middle = (low + high) / 2
        if sorted[middle] < threshold { low = middle + 1 } else { high = middle }
    }
    return Double(low) / Double(max(1, sorted.count))
}

/// Returns the least threshold that at most the share `rate` of sorted scores reaches.
func threshold(_ sorted: [Double], rate: Double) -> Double {
    let allowed = Int(Double(sorted.count) * rate)
    guard allowed < sorted.count else { return -.infinity }
    return sorted[sorted.count - 1 - allowed].nextUp
}

/// Returns the rate at the threshold where as many genuine attempts are refused as impostors are accepted.
func equalErrorRate(_ genuine: [Double], _ impostors: [Double]) -> Double {
    var best = (difference: Double.infinity, rate: 1.0)
    for score in genuine {
        let refused = share(genuine, below: score)
        let accepted = 1 - share(impostors, below: score)
        if abs(refused - accepted) < best.difference { best = (abs(refused - accepted), (refused + accepted) / 2) }
    }
    return best.rate
}
