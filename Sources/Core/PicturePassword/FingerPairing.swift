// SPDX-License-Identifier: MIT

/// Assigns a finger of an attempt to each finger of a template. The best assignment has the highest worst score, and
/// among those the greatest sum.
struct FingerPairing {
    /// The attempt's finger for each finger of the template. Each is used at most once.
    private(set) var partners: [Int] = []

    private let scores: [[Double]]
    private var chosen: [Int] = []
    private var bestWorst = -Double.infinity
    private var bestSum = -Double.infinity

    /// - Parameter scores: A row for each of the template's fingers and a column for each of the attempt's, with no
    ///   fewer columns than rows. The number must be small, because all pairings are tried: 120 for five and five.
    init(scores: [[Double]]) {
        self.scores = scores
        choose(worst: .infinity, sum: 0)
    }

    private mutating func choose(worst: Double, sum: Double) {
        guard chosen.count < scores.count else {
            guard worst > bestWorst || worst == bestWorst && sum > bestSum else { return }
            (bestWorst, bestSum, partners) = (worst, sum, chosen)
            return
        }
        for (index, score) in scores[chosen.count].enumerated() where !chosen.contains(index) {
            chosen.append(index)
            choose(worst: min(worst, score), sum: sum + score)
            chosen.removeLast()
        }
    }
}
