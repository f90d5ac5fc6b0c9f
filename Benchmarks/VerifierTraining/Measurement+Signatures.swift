// SPDX-License-Identifier: MIT
import PicturePassword

extension Measurement {
    /// Symbols compared as signatures, wherever they are and whatever their size.
    mutating func addSignatures(_ kind: Recording.Kind) {
        for (half, some) in [("tuning", tuning), ("reporting", reporting)] {
            let some = some.filter { $0.kind == kind }
            var comparisons = Comparisons()
            for password in Self.passwords(some) {
                guard let verifier = SignatureVerifier(password.prefix(3).map(\.fingers)) else { continue }
                for recording in some {
                    let isOwn = recording.person == password[0].person
                    let isSame = recording.label == password[0].label
                    guard !isOwn || isSame && recording.repetition >= 3 else { continue }
                    let evidence = verifier.evidence(of: recording.fingers).map { Double($0) } ?? -.infinity
                    comparisons.add(
                        isOwn ? .genuine : isSame ? .same : .different, owner: password[0].person,
                        person: recording.person, score: 1 + evidence)
                }
            }
            say("\(kind) as signatures, \(half) people: \(comparisons.text)")
            let thresholds = SignatureVerifier.thresholds
            for (name, threshold) in [("unclear", thresholds.unclear), ("alike", thresholds.alike)] {
                let shares = [Comparisons.Role.genuine, .same, .different].map { role in
                    Self.percent(1 - share(comparisons.scores(role), below: 1 + Double(threshold)))
                }
                say(
                    "  \(name) or better: \(shares[0]) of their own, \(shares[1]) of others who draw the same, "
                        + "\(shares[2]) of others")
            }
        }
    }
}
