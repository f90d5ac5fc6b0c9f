// SPDX-License-Identifier: MIT
import Foundation

/// The number of guesses that come before a given one when an attacker combines figures in the order of their
/// likelihood.
///
/// The figures' bits are counted in steps of 1/16 bit, and the counts are convolved once for each figure, as for keys
/// that are put together from independent parts (C. Glowacz et al., "Simpler and more efficient rank estimation for
/// side-channel security assessment", FSE 2015).
struct GuessRanks {
    private static let stepsPerBit = 16.0
    /// For each number of steps, the number of guesses of at most as many steps.
    private let sums: [Double]

    /// - Parameters:
    ///   - bits: The bits of each guess of a figure, at least 0.
    ///   - count: The number of figures, at least 1.
    /// - Complexity: O(guesses + count² · bits²).
    init(_ bits: [Double], count: Int) {
        var single = [Double](repeating: 0, count: Self.step(bits.max() ?? 0) + 1)
        for each in bits { single[Self.step(each)] += 1 }
        var counts = single
        for _ in 1..<max(1, count) {
            var product = [Double](repeating: 0, count: counts.count + single.count - 1)
            for i in counts.indices where counts[i] > 0 {
                for j in single.indices { product[i + j] += counts[i] * single[j] }
            }
            counts = product
        }
        var sum = 0.0
        sums = counts.map {
            sum += $0
            return sum
        }
    }

    /// Returns the number of guesses of at most `bits` bits, at least 1.
    func rank(bits: Double) -> Double { max(1, sums[min(Self.step(bits), sums.count - 1)]) }

    private static func step(_ bits: Double) -> Int { Int((max(0, bits) * stepsPerBit).rounded()) }
}
