// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import Passcode

/// A simulated crowd that chooses passcodes of a fixed length under a policy.
///
/// The crowd has the habits of ``PINGuessModel``, with random deviations from the model that the policy is based on:
/// the share of each habit and the likelihood of each code are multiplied by exp(doubt · z), where z is normally
/// distributed. Users whose choice is refused choose again in the same way; a share of them changes one digit of the
/// refused code instead.
struct ChoosingCrowd {
    struct Parameters {
        var digits = 4
        /// The percentage of all codes that the policy refuses.
        var refusedPercent = 10
        /// The standard deviation of the logarithm of the factors on the model's likelihoods.
        var doubt = 0.5
        /// The share of refused users who change one digit, with all changes equally likely, until the code is
        /// accepted.
        var editing = 0.0
    }

    /// The likelihood that a member of the crowd ends up with each code, indexed by code. 0 for refused codes.
    let likelihoods: [Double]

    /// - Complexity: O(10^digits).
    init(_ parameters: Parameters, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let shares = PINGuessModel.shares.map { $0 * exp(parameters.doubt * random.normal()) }
        let model = PINGuessModel(shares: shares)
        let policy = PasscodePolicy(.init(refusedPercent: parameters.refusedPercent))
        let pins = (0..<UInt64(pow(10, Double(parameters.digits)))).map { PIN($0, count: parameters.digits) }
        let wanted = pins.map { model.likelihood(of: $0) * exp(parameters.doubt * random.normal()) }
        let isRefused = pins.map { policy.refusal(of: $0) != nil }

        let all = wanted.reduce(0, +)
        let refused = zip(wanted, isRefused).reduce(0) { $0 + ($1.1 ? $1.0 : 0) }
        var edited = [Double](repeating: 0, count: pins.count)
        var moving = refused
        if parameters.editing > 0 {
            for index in pins.indices where isRefused[index] {
                let neighbours = Self.neighbours(of: index, digits: parameters.digits).filter { !isRefused[$0] }
                guard !neighbours.isEmpty else { continue }
                let moved = wanted[index] * parameters.editing
                moving -= moved
                for neighbour in neighbours { edited[neighbour] += moved / Double(neighbours.count) }
            }
        }
        let again = 1 + moving / (all - refused)
        likelihoods = pins.indices.map { isRefused[$0] ? 0 : (wanted[$0] * again + edited[$0]) / all }
    }

    /// Returns at most `count` codes in the order in which an attacker who knows all likelihoods tries them.
    func bestGuesses(_ count: Int) -> [Int] {
        Array(likelihoods.indices.sorted { likelihoods[$0] > likelihoods[$1] }.prefix(count))
    }

    /// Simulates the choices of `people` users and returns the number whose code is in `guesses`.
    func caught(_ people: Int, by guesses: [Int], seed: UInt64) -> Int {
        var random = SplitMix64(seed: seed)
        var sums = likelihoods
        for i in sums.indices.dropFirst() { sums[i] += sums[i - 1] }
        let guesses = Set(guesses)
        return (0..<people).count { _ in
            let draw = Double.random(in: 0..<sums[sums.count - 1], using: &random)
            var low = 0
            var high = sums.count - 1
            while low < high {
                let middle = (low + high) / 2
                if sums[middle] > draw { high = middle } else { low = middle + 1 }
            }
            return guesses.contains(low)
        }
    }

    /// Returns the codes that differ in one digit.
    private static func neighbours(of code: Int, digits: Int) -> [Int] {
        var neighbours: [Int] = []
        var unit = 1
        for _ in 0..<digits {
            let digit = code / unit % 10
            for other in 0..<10 where other != digit { neighbours.append(code + (other - digit) * unit) }
            unit *= 10
        }
        return neighbours
    }
}
