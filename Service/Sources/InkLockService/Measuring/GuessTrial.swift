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

    /// - Parameter advance: is told how many crowds are done.
    /// - Complexity: O(seeds · (10^digits · digits + people · digits)).
    init(
        _ parameters: ChoosingCrowd.Parameters, guesses: Int, people: Int, seeds: ClosedRange<UInt64>,
        advance: (Int) -> Void = { _ in }
    ) {
        digits = parameters.digits
        refusedPercent = parameters.refusedPercent
        doubt = parameters.doubt
        editing = parameters.editing
        self.guesses = guesses
        self.people = people
        results = seeds.map { seed in
            defer { advance(Int(seed - seeds.lowerBound) + 1) }
            let crowd = ChoosingCrowd(parameters, seed: seed)
            let best = crowd.bestGuesses(guesses)
            return Result(
                seed: seed, expected: best.reduce(0) { $0 + crowd.likelihoods[$1] },
                drawn: Double(crowd.caught(people, by: best, seed: seed)) / Double(people))
        }
    }

    var mean: Double { results.reduce(0) { $0 + $1.expected } / Double(results.count) }
    var worst: Result? { results.max { $0.expected < $1.expected } }

    /// The columns of ``text``: the digits, the share refused, the mean of what is expected, and of the worst crowd
    /// what is expected, what was drawn, and its seed.
    static let header = "digits  refused %   mean %  worst %  drawn %  seed"

    var text: String {
        let row = String(format: "%6d  %9d  %7.3f", digits, refusedPercent, mean * 100)
        guard let worst else { return row }
        return row + String(format: "  %7.3f  %7.3f", worst.expected * 100, worst.drawn * 100)
            + "  \(worst.seed)".leftPadded(to: 6)
    }
}

extension String {
    fileprivate func leftPadded(to count: Int) -> String {
        String(repeating: " ", count: max(0, count - self.count)) + self
    }
}
