// SPDX-License-Identifier: MIT

/// How often each score occurred, in steps of a thousandth from 0 to 2.
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

    /// Counts a score of ``step(_:)`` `weight` times.
    mutating func add(step: Int, times weight: Double) {
        counts[step] += weight
        total += weight
    }

    /// A score at the threshold counts as reaching it.
    static func step(_ score: Double) -> Int { max(0, min(count - 1, Int(score * stepsPerUnit + 1e-9))) }

    /// The share of scores below each step; one more than there are steps.
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
