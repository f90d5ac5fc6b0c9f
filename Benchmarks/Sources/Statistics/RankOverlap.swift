// SPDX-License-Identifier: MIT

/// A measure of how well two sets of times can be distinguished: the Mann–Whitney statistic as a share.
///
/// The share is the probability that a time of the first set is longer than one of the second. At ½ a single time
/// carries no information. For n times each, the standard deviation by chance is √((2n + 1) / 12n²): 0.018 for 500.
public struct RankOverlap: Sendable {
    public let share: Double
    /// The first median divided by the second.
    public let medianRatio: Double

    /// The limit is five and a half standard deviations for 500 times each, which leaves room for other load on the
    /// machine.
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
