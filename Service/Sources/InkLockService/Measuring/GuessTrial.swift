// SPDX-License-Identifier: MIT
import Foundation

/// How far the best guesses get against simulated crowds, one for each seed.
struct GuessTrial: Encodable {
    /// What the guesses get of one crowd, as shares of its people.
    struct Result: Encodable {
        let seed: UInt64
        /// By the crowd's likelihoods.
        let expected: Double
        /// Of the people who were drawn.
        let drawn: Double
    }

    let digits: Int
    let refusedPercent: Int
    let doubt: Double
    let editing: Double
    let guesses: Int
    let people: Int
    let results: [Result]

    /// - Complexity: O(seeds · (10^digits · digits + people · digits)).
    init(_ parameters: ChoosingCrowd.Parameters, guesses: Int, people: Int, seeds: ClosedRange<UInt64>) {
        digits = parameters.digits
        refusedPercent = parameters.refusedPercent
        doubt = parameters.doubt
        editing = parameters.editing
        self.guesses = guesses
        self.people = people
        results = seeds.map { seed in
            let crowd = ChoosingCrowd(parameters, seed: seed)
            let best = crowd.bestGuesses(guesses)
            return Result(
                seed: seed, expected: best.reduce(0) { $0 + crowd.likelihoods[$1] },
                drawn: Double(crowd.caught(people, by: best, seed: seed)) / Double(people))
        }
    }

    var mean: Double { results.reduce(0) { $0 + $1.expected } / Double(results.count) }
    var worst: Result? { results.max { $0.expected < $1.expected } }

    var text: String {
        let worst = worst.map {
            String(format: "%.3f %% expected, %.3f %% drawn, seed ", $0.expected * 100, $0.drawn * 100) + "\($0.seed)"
        }
        return String(format: "%6d %8d %% %9.3f %%   ", digits, refusedPercent, mean * 100) + (worst ?? "")
    }
}
