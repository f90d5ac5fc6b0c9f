// SPDX-License-Identifier: MIT

/// How well two sets of times can be told apart: the Mann–Whitney statistic as a share.
///
/// The share is the probability that a time of the first set is longer than one of the second; ½ says that a single time tells
/// nothing. For n times each, chance alone spreads it by √((2n + 1) / 12n²) about ½: with 500, by 0.018.
public struct RankOverlap: Sendable {
    public let share: Double
    /// The first median over the second.
    public let medianRatio: Double

    /// Five and a half times what chance does with 500 times each: room for a machine that does other things as well.
    public static let noise = 0.4...0.6

    public var isNoise: Bool { Self.noise ~= share }

    /// - Complexity: O(n log n).
    public init(_ first: [Double], _ second: [Double]) {
        let all = (first.map { ($0, true) } + second.map { ($0, false) }).sorted { $0.0 < $1.0 }
        var below = 0
        var wins = 0.0
        for (_, isFirst) in all {
            if isFirst { wins += Double(below) } else { below += 1 }
        }
        share = wins / Double(max(1, first.count * second.count))
        medianRatio = first.sorted()[first.count / 2] / second.sorted()[second.count / 2]
    }
}
