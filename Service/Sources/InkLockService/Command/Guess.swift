// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import Passcode

/// `inklock guess`: how often the best guesses open a passcode, in simulated crowds.
struct Guess: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Simulate guessing passcodes with and without the policy.",
        discussion: """
            Crowds choose by the habits that the policy is made from. Who is refused chooses again, or with --editing \
            changes a digit. The attacker knows the policy, the crowd's habits and every code's likelihood, and \
            guesses in the best order. --doubt makes crowds that differ from the policy's model; every seed is another.
            """)

    @Option(help: "4, 5 or 6 digits.")
    var digits = 4

    @Option(help: "How many per cent of all codes the policy refuses, 0 to 20.")
    var refuse = 10

    @Option(help: "How many guesses are made.")
    var guesses = 10

    @Option(help: "How far each habit and each code differs from the model: the standard deviation of its logarithm.")
    var doubt = 0.0

    @Option(help: "The share of the refused who only change one digit, 0 to 1.")
    var editing = 0.0

    @Option(help: "How many crowds: their seeds are 1 and up.")
    var seeds = 5

    @Option(help: "How many people of each crowd are drawn.")
    var people = 100_000

    @Flag(help: "Write JSON for programs.")
    var json = false

    @Flag(
        help: "Print the policy's limits instead: the greatest likelihoods that are taken where 1 to 20 % are refused.")
    var limits = false

    func validate() throws {
        guard (4...6).contains(digits) else { throw ValidationError("--digits must be 4, 5 or 6") }
        guard (0...20).contains(refuse) else { throw ValidationError("--refuse must be between 0 and 20") }
        guard guesses >= 1 && seeds >= 1 && people >= 1 else {
            throw ValidationError("--guesses, --seeds and --people must be 1 or more")
        }
        guard (0...2).contains(doubt) else { throw ValidationError("--doubt must be between 0 and 2") }
        guard (0...1).contains(editing) else { throw ValidationError("--editing must be between 0 and 1") }
    }

    func run() throws {
        try OutputFile(path: "-").write(Array("\(limits ? Self.limits(digits) : try report())\n".utf8))
    }

    private func report() throws -> String {
        let trials = (refuse == 0 ? [0] : [0, refuse]).map { percent in
            GuessTrial(
                .init(digits: digits, refusedPercent: percent, doubt: doubt, editing: editing), guesses: guesses,
                people: people, seeds: 1...UInt64(seeds))
        }
        guard !json else {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return String(decoding: try encoder.encode(trials), as: UTF8.self)
        }
        let head =
            "\(guesses) guesses, crowds of \(people) people, seeds 1 to \(seeds), doubt \(doubt), editing \(editing)"
        return ([head, "digits   refused      mean      worst"] + trials.map(\.text)).joined(separator: "\n")
    }

    /// Seven digits each, rounded up, so that never more than the share is refused.
    private static func limits(_ digits: Int) -> String {
        let model = ChoiceModel()
        let space = UInt64(pow(10, Double(digits)))
        let ranked = (0..<space).map { model.likelihood(of: DigitRow($0, count: digits)) }.sorted(by: >)
        return (1...20).map { percent in
            let limit = ranked[Int(space) * percent / 100]
            let unit = pow(10, log10(limit).rounded(.down) - 6)
            return String(format: "%.6e", (limit / unit).rounded(.up) * unit)
        }
        .joined(separator: "\n")
    }
}
