// SPDX-License-Identifier: MIT
import Foundation

/// The success of the best guesses against simulated crowds, one for each seed.
struct GuessTrial: Encodable {
    /// The success against one crowd, as shares of its users.
    struct Result: Encodable {
        let seed: UInt64
        /// The expected share, from the crowd's likelihoods.
        let expected: Double
        /// The share among randomly drawn users.
        let drawn: Double
    }

    let digits: Int
    let refusedPercent: Int
    let doubt: Double
    let editing: Double
    let guesses: Int
    let people: Int
    let results: [Result]

    /// - Parameter advance: A closure that receives the number of finished crowds.
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

    /// The column titles of ``text``: the number of digits; the refused share; the mean of the expected shares; the
    /// expected share, the drawn share and the seed of the worst crowd.
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
