// SPDX-License-Identifier: MIT

/// A histogram of scores from 0 to 2 in steps of a thousandth.
struct ScoreCounts: Sendable {
    static let stepsPerUnit = 1_000.0
    static let count = 2_001
    private(set) var counts = [Double](repeating: 0, count: ScoreCounts.count)
    private(set) var total = 0.0

    mutating func add(_ score: Double) {
        counts[Self.step(score)] += 1
        total += 1
    }

    mutating func add(_ other: ScoreCounts, times weight: Double) {
        guard weight > 0 && other.total > 0 else { return }
        for i in counts.indices { counts[i] += other.counts[i] * weight }
        total += other.total * weight
    }

    /// Adds a score, given as a result of ``step(_:)``, with a weight.
    mutating func add(step: Int, times weight: Double) {
        counts[step] += weight
        total += weight
    }

    /// Returns the step of a score. Rounding errors do not move a score at a threshold below it.
    static func step(_ score: Double) -> Int { max(0, min(count - 1, Int(score * stepsPerUnit + 1e-9))) }

    /// The share of scores below each step. The array has one more element than there are steps.
    var sharesBelow: [Double] {
        var shares = [0.0]
        var sum = 0.0
        for value in counts {
            sum += value
            shares.append(total > 0 ? sum / total : 0)
        }
        return shares
    }
}
