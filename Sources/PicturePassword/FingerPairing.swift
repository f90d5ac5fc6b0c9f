// SPDX-License-Identifier: MIT

/// Which finger of an attempt stands for each of a template's: the pairing whose worst score is best, and of those the
/// one with the greatest sum.
struct FingerPairing {
    /// For each finger of the template one of the attempt's, each at most once.
    private(set) var partners: [Int] = []

    private let scores: [[Double]]
    private var chosen: [Int] = []
    private var bestWorst = -Double.infinity
    private var bestSum = -Double.infinity

    /// - Parameter scores: a row for each of the template's fingers and a column for each of the attempt's, no fewer
    ///   columns than rows, and few: all pairings are tried, 120 for five and five.
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
