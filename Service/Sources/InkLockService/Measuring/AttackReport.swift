// SPDX-License-Identifier: MIT
import Foundation

/// The results of attacks on simulated picture passwords, as text and as JSON.
struct AttackReport: Encodable {
    /// The share of passwords that an attack opens within a number of guesses.
    struct Success: Encodable {
        let guesses: Double
        let share: Double
    }

    /// The results of one attacker.
    struct Attack: Encodable {
        let attacker: String
        let successes: [Success]
    }

    /// The estimates of the strength meter beside the simulated numbers of guesses.
    struct Meter: Encodable {
        /// The share of passwords whose estimate is within a factor of ten, among those that the attacker opens.
        let withinTen: Double
        /// The median of the estimate divided by the number of guesses, as a decimal logarithm.
        let medianError: Double
    }

    /// The number of figures of each password.
    let figures: Int
    let passwords: Int
    /// The number of choices that were not enrolled; see ``AttackTrial/rejectedCount``.
    let rejected: Int
    let attacks: [Attack]
    let meter: Meter

    private static let online = [1.0, 5, 10, 20]
    private static let offline = [1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    init(_ trial: AttackTrial) {
        let all = trial.passwords
        figures = trial.figureCount
        passwords = all.count
        rejected = trial.rejectedCount
        func attack(_ name: String, _ counts: [Double], _ share: (AttackTrial.Password, Double) -> Double) -> Attack {
            Attack(
                attacker: name,
                successes: counts.map { count in
                    Success(
                        guesses: count, share: all.reduce(0) { $0 + share($1, count) } / Double(max(1, all.count)))
                })
        }
        attacks =
            [
                attack("likeliest first", Self.online + Self.offline) { ($0.rank ?? .infinity) <= $1 ? 1 : 0 },
                attack("random choices", Self.online + Self.offline) { 1 - pow(1 - $0.randomShare, $1) },
                attack("hatchings", Self.online) { Double($0.hatched ?? .max) < $1 ? 1 : 0 },
                attack("many strokes", Self.online) { Double($0.crowded ?? .max) < $1 ? 1 : 0 },
            ]
            + AttackTrial.imitations.indices.map { i in
                attack("imitation, \(AttackTrial.imitations[i])", Self.online) { password, count in
                    Double(password.imitated[i] ?? .max) <= count ? 1 : 0
                }
            }
        let errors = all.compactMap { password in
            password.rank.map { password.strength.log10Guesses - log10($0) }
        }.sorted()
        meter = Meter(
            withinTen: Double(errors.count { abs($0) <= 1 }) / Double(max(1, errors.count)),
            medianError: errors.isEmpty ? 0 : errors[errors.count / 2])
    }

    var text: String {
        var lines = [
            "\(passwords) simulated passwords of \(figures) figures; enrolment rejected \(rejected) others", "",
        ]
        let counts = (Self.online + Self.offline).map { $0 < 100 ? "\(Int($0))" : "10^\(Int(log10($0)))" }
        lines.append(Self.row("opened, in %, within", counts))
        for attack in attacks {
            lines.append(Self.row(attack.attacker, attack.successes.map { String(format: "%.1f", $0.share * 100) }))
        }
        lines.append("")
        lines.append(
            String(
                format: "strength meter: %.0f %% within a factor of ten; median 10^%.1f of the guesses",
                meter.withinTen * 100, meter.medianError))
        return lines.joined(separator: "\n")
    }

    private static func row(_ name: String, _ cells: [String]) -> String {
        let padded = cells.map { String(repeating: " ", count: max(1, 7 - $0.count)) + $0 }
        return name + String(repeating: " ", count: max(0, 22 - name.count)) + padded.joined()
    }
}
