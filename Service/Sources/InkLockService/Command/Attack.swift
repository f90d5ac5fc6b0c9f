// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// `inklock attack`: measures the number of guesses that open simulated picture passwords.
struct Attack: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Guess picture passwords, simulated or recorded.",
        discussion: """
            Without --recordings everything is simulated: pictures with twelve salient places; people who choose taps, lines, common shapes, \
            letters and curves of their own by the shares of the strength meter, and enrol three drawings; and the \
            attackers. One attacker knows the picture and the shares, combines figures by their likelihood and draws \
            without error. The number of guesses before the first that opens a password is estimated from the \
            likelihoods. Others guess as people choose, draw fixed hatchings or many strokes, dashes and taps, or \
            imitate what they have seen, with the owner's variation or a multiple of it.

            With --recordings, the file is read as by evaluate. Drawings of the people whose name ends in an even digit \
            are guesses at the passwords of the others: the most successful first, as they open each other's.

            With --sizes, copies at half the size, scribbles (in one stroke, in separate lines, with several fingers, \
            and as a line with taps) and other figures are tried in the places of two figures, by the size of these.
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

    @Option(help: "A file of recorded drawings to attack; - is standard input.")
    var recordings: String?

    @Option(help: "Take only recordings whose path contains this.")
    var filter: String?

    @Option(
        parsing: .unconditional,
        help: "Picture units (320 make a picture's shorter side) for each unit of the recordings.")
    var scale = 1.0

    @Flag(help: "Try copies, scribbles and other figures in the places of simulated figures, by size.")
    var sizes = false

    @Flag(help: "Write JSON for programs.")
    var json = false

    func validate() throws {
        guard (1...Self.passwordLimit).contains(passwords) else {
            throw ValidationError("--passwords must be between 1 and \(Self.passwordLimit)")
        }
        guard Evaluate.scaleLimits.contains(scale) else {
            throw ValidationError("--scale must be between 0.000001 and 1000000")
        }
        guard !sizes || recordings == nil else { throw ValidationError("--sizes has no --recordings") }
        guard !figures.isEmpty, figures.allSatisfy(Self.figureLimits.contains) else {
            throw ValidationError("--figures must be between 1 and \(Self.figureLimits.upperBound)")
        }
    }

    func run() throws {
        let text =
            if let recordings { try attack(InputFile(path: recordings)) } else if sizes { try trySizes() } else {
                try simulate()
            }
        try OutputFile(path: "-").write(Array("\(text)\n".utf8))
    }

    private func attack(_ input: InputFile) throws -> String {
        let samples = try RecordingReader.read(input, .init(scale: scale, filter: filter))
        var progress = ProgressLine("comparing", total: 100)
        guard let attack = RecordedAttack(samples, advance: { progress.advance(to: 100 * $0 / $1) }) else {
            throw CommandError(
                .malformedInput,
                "\(input.name): drawings of two groups of people are needed, three of each label, and at most "
                    + "\(VerifierTrial.comparisonLimit) comparisons")
        }
        return json ? try attack.reportJSON() : attack.text
    }

    private func trySizes() throws -> String {
        let trial = SizeTrial(passwords, seed: seed)
        return json ? try trial.reportJSON() : trial.text
    }

    private func simulate() throws -> String {
        var progress = ProgressLine("attacking", total: figures.count * passwords)
        var reports: [AttackReport] = []
        for count in figures {
            let before = reports.count * passwords
            reports.append(
                AttackReport(
                    AttackTrial(passwords, figureCount: count, seed: seed) { progress.advance(to: before + $0) }))
        }
        return json ? try reports.reportJSON() : reports.map(\.text).joined(separator: "\n\n")
    }
}
