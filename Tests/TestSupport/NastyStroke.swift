// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// Strokes that are difficult for stroke expansion: cusps, turns tighter than the ink is wide, redundant samples.
public enum NastyStroke: Int, CaseIterable, Sendable {
    case reversal, zigzag, duplicates, spiral, tiny, star, jumps, scribble

    /// Returns about 40 samples, different for each seed.
    public func samples(seed: UInt64) -> [StrokePoint] {
        var random = SplitMix64(seed: seed)
        var time = 0.0
        return (0..<40).map { i in
            time += SyntheticHand.uniform(&random, 0, 0.02)
            return StrokePoint(position(i, &random), time: time)
        }
    }

    private func position(_ i: Int, _ random: inout SplitMix64) -> InkPoint {
        let middle = InkPoint(x: 100, y: 100)
        let k = Double(i)
        let angle = { (a: Double) in InkPoint(x: ElementaryFunctions.cos(a), y: ElementaryFunctions.sin(a)) }
        let uniform = { (random: inout SplitMix64, reach: Double) in
            InkPoint(x: SyntheticHand.uniform(&random, -reach, reach), y: SyntheticHand.uniform(&random, -reach, reach))
        }
        switch self {
        case .reversal: return middle + InkPoint(x: i % 2 == 0 ? 0 : 20 + k, y: 0)
        case .zigzag: return middle + InkPoint(x: k * 0.4, y: i % 2 == 0 ? 0 : 9)
        case .duplicates: return middle + InkPoint(x: Double(i / 5) * 7, y: Double(i / 10 % 2) * 5)
        case .spiral: return middle + angle(k * 0.7) * (20 - k * 0.5)
        case .tiny: return middle + uniform(&random, 1.5)
        case .star: return middle + angle(k * 2.5) * 30
        case .jumps: return middle + uniform(&random, i % 7 == 0 ? 90 : 0.5)
        case .scribble: return middle + uniform(&random, 15)
        }
    }
}
