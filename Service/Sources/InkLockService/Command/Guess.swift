// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import Passcode

/// `inklock guess`: measures how often the best guesses open a passcode, in simulated crowds.
struct Guess: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Simulate guessing passcodes with and without the policy.",
        discussion: """
            Crowds choose by the habits that the policy is made from. A user who is refused chooses again, or with --editing \
            changes a digit. The attacker knows the policy, the crowd's habits and every code's likelihood, and \
            guesses in the best order. --doubt makes crowds that differ from the policy's model; every seed is another.
            """)

    private static let guessLimit = 1_000_000
    private static let seedLimit = 1_000
    private static let peopleLimit = 10_000_000

    @Option(parsing: .unconditional, help: "4, 5 or 6 digits.")
    var digits = 4

    @Option(parsing: .unconditional, help: "How many per cent of all codes the policy refuses, 0 to 20.")
    var refuse = 10

    @Option(parsing: .unconditional, help: "How many guesses are made, up to a million.")
    var guesses = 10

    @Option(
        parsing: .unconditional,
        help: "How far each habit and each code differs from the model: the standard deviation of its logarithm.")
    var doubt = 0.0

    @Option(parsing: .unconditional, help: "The share of the refused who only change one digit, 0 to 1.")
    var editing = 0.0

    @Option(parsing: .unconditional, help: "How many crowds, up to 1000: their seeds are 1 and up.")
    var seeds = 5

    @Option(parsing: .unconditional, help: "How many people of each crowd are drawn, up to ten million.")
    var people = 100_000

    @Flag(help: "Write JSON for programs.")
    var json = false

    @Flag(
        help: "Print the policy's limits instead: the greatest likelihoods that are taken where 1 to 20 % are refused.")
    var limits = false

    func validate() throws {
        guard (4...6).contains(digits) else { throw ValidationError("--digits must be 4, 5 or 6") }
        guard (0...20).contains(refuse) else { throw ValidationError("--refuse must be between 0 and 20") }
        for (name, value, limit) in [
            ("--guesses", guesses, Self.guessLimit), ("--seeds", seeds, Self.seedLimit),
            ("--people", people, Self.peopleLimit),
        ] {
            guard (1...limit).contains(value) else { throw ValidationError("\(name) must be between 1 and \(limit)") }
        }
        guard (0...2).contains(doubt) else { throw ValidationError("--doubt must be between 0 and 2") }
        guard (0...1).contains(editing) else { throw ValidationError("--editing must be between 0 and 1") }
    }

    func run() throws {
        try OutputFile(path: "-").write(Array("\(limits ? try limitTable() : try report())\n".utf8))
    }

    private func report() throws -> String {
        let percents = refuse == 0 ? [0] : [0, refuse]
        var progress = ProgressLine("guessing", total: percents.count * seeds)
        var trials: [GuessTrial] = []
        for percent in percents {
            let before = trials.count * seeds
            trials.append(
                GuessTrial(
                    .init(digits: digits, refusedPercent: percent, doubt: doubt, editing: editing), guesses: guesses,
                    people: people, seeds: 1...UInt64(seeds)
                ) { progress.advance(to: before + $0) })
        }
        guard !json else { return try trials.reportJSON() }
        let head =
            "\(guesses) guesses, crowds of \(people) people, seeds 1 to \(seeds), doubt \(doubt), editing \(editing)"
        return ([head, GuessTrial.header] + trials.map(\.text)).joined(separator: "\n")
    }

    /// The object that `--limits --json` writes.
    private struct LimitTable: Encodable {
        let digits: Int
        /// The greatest likelihood that is accepted if 1, 2, … 20 % are refused.
        let limits: [Double]
    }

    private func limitTable() throws -> String {
        let limits = Self.limits(digits)
        return json
            ? try LimitTable(digits: digits, limits: limits.compactMap { Double($0) }).reportJSON()
            : limits.joined(separator: "\n")
    }

    /// Returns the limits with seven digits each, rounded up, so that never more than the share is refused.
    private static func limits(_ digits: Int) -> [String] {
        let model = PINGuessModel()
        let space = UInt64(pow(10, Double(digits)))
        let ranked = (0..<space).map { model.likelihood(of: PIN($0, count: digits)) }.sorted(by: >)
        return (1...20).map { percent in
            let limit = ranked[Int(space) * percent / 100]
            let unit = pow(10, log10(limit).rounded(.down) - 6)
            return String(format: "%.6e", (limit / unit).rounded(.up) * unit)
        }
    }
}
