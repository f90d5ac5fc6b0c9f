// SPDX-License-Identifier: MIT
import Foundation
import PicturePassword

/// Guesses at recorded drawings of some people with drawings of others, the most successful first.
///
/// The attacker has the drawings of the people whose names end in an even digit. The first guess is the drawing that
/// opens the most of their passwords, apart from its author's. Each further guess opens the most of the remaining
/// passwords. The guesses are tried on the passwords of the other people.
struct RecordedAttack: Encodable {
    /// The number of attacked passwords: one person's drawings of one label, of which three are enrolled.
    let passwords: Int
    /// The number of drawings that the attacker has.
    let drawings: Int
    let successes: [AttackReport.Success]

    private static let counts = [1, 5, 10, 20]
    private static let enrolled = 3

    private struct Password {
        let owner: [UInt8]
        let template: TrainedTemplate
    }

    /// - Returns: `nil` if either group has no password, or if there would be too many comparisons.
    /// - Complexity: One comparison for each of the attacker's drawings and passwords.
    init?(_ samples: [RecordedSample], advance: (_ done: Int, _ total: Int) -> Void = { _, _ in }) {
        let known = samples.filter { $0.half == .tuning }
        let attacked = Self.passwords(samples.filter { $0.half == .reporting })
        let practised = Self.passwords(known)
        guard !attacked.isEmpty && !practised.isEmpty,
            practised.count <= VerifierTrial.comparisonLimit / known.count
        else { return nil }
        let verifier = TrainedVerifier()
        // The passwords that each drawing opens.
        var opened: [Set<Int>] = []
        for (i, drawing) in known.enumerated() {
            opened.append(
                Set(
                    practised.indices.filter { password in
                        practised[password].owner != drawing.user
                            && verifier.accepts(drawing.gesture, for: practised[password].template)
                    }))
            advance(i + 1, known.count)
        }
        var remaining = Set(attacked.indices)
        var open: [Int] = []
        for _ in 0..<min(Self.counts[Self.counts.count - 1], known.count) {
            guard let best = opened.indices.max(by: { (opened[$0].count, $1) < (opened[$1].count, $0) }) else { break }
            let gains = opened[best]
            for drawing in opened.indices { opened[drawing].subtract(gains) }
            remaining = remaining.filter { !verifier.accepts(known[best].gesture, for: attacked[$0].template) }
            open.append(attacked.count - remaining.count)
        }
        passwords = attacked.count
        drawings = known.count
        successes = Self.counts.map { count in
            AttackReport.Success(
                guesses: Double(count), share: Double(open[min(count, open.count) - 1]) / Double(attacked.count))
        }
    }

    private static func passwords(_ samples: [RecordedSample]) -> [Password] {
        var groups: [[UInt8]: [RecordedSample]] = [:]
        var names: [[UInt8]] = []
        for sample in samples {
            let name = sample.user + [0] + sample.label
            if groups[name] == nil { names.append(name) }
            groups[name, default: []].append(sample)
        }
        return names.compactMap { name in
            guard let drawings = groups[name], drawings.count >= enrolled,
                let template = GestureTemplate(
                    pictureDigest: [], samples: drawings.prefix(enrolled).map(\.gesture))
            else { return nil }
            return Password(owner: drawings[0].user, template: TrainedTemplate(template))
        }
    }

    var text: String {
        let shares = successes.map { "\(Int($0.guesses)): \(String(format: "%.1f", $0.share * 100)) %" }
        return "\(passwords) recorded passwords of one drawing, guessed with \(drawings) drawings of others, the most "
            + "successful first\nopened within \(shares.joined(separator: ", "))"
    }
}
