// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// `inklock attack`: how many guesses open simulated picture passwords.
struct Attack: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Simulate guessing picture passwords.",
        discussion: """
            Everything is simulated: pictures with twelve salient places; people who choose taps, lines, common shapes, \
            letters and curves of their own by the shares of the strength meter, and enrol three drawings; and the \
            attackers. One attacker knows the picture and the shares, combines figures by their likelihood and draws \
            without error. The number of guesses before the first that opens a password is estimated from the \
            likelihoods. Others guess as people choose, draw fixed hatchings, or imitate what they have seen, with the \
            owner's variation or a multiple of it.
            """)

    private static let passwordLimit = 10_000
    private static let figureLimits = 1...4

    @Option(parsing: .unconditional, help: "How many passwords, up to 10000.")
    var passwords = 100

    @Option(
        parsing: .unconditionalSingleValue,
        help: "How many figures a password has, 1 to 4. Can be given several times.")
    var figures: [Int] = [2, 3]

    @Option(parsing: .unconditional, help: "A number that decides all choices and drawings.")
    var seed: UInt64 = 1

    @Flag(help: "Write JSON for programs.")
    var json = false

    func validate() throws {
        guard (1...Self.passwordLimit).contains(passwords) else {
            throw ValidationError("--passwords must be between 1 and \(Self.passwordLimit)")
        }
        guard !figures.isEmpty, figures.allSatisfy(Self.figureLimits.contains) else {
            throw ValidationError("--figures must be between 1 and \(Self.figureLimits.upperBound)")
        }
    }

    func run() throws {
        var progress = ProgressLine("attacking", total: figures.count * passwords)
        var reports: [AttackReport] = []
        for count in figures {
            let before = reports.count * passwords
            reports.append(
                AttackReport(
                    AttackTrial(passwords, figureCount: count, seed: seed) { progress.advance(to: before + $0) }))
        }
        let text = json ? try reports.reportJSON() : reports.map(\.text).joined(separator: "\n\n")
        try OutputFile(path: "-").write(Array("\(text)\n".utf8))
    }
}
