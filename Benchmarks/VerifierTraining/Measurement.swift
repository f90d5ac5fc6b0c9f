// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import PicturePassword

/// The error rates of the shipped verifier on the people whose drawings did not shape it.
struct Measurement {
    private(set) var text = ""
    let reporting: [Recording]
    let tuning: [Recording]
    let verifier = TrainedVerifier()

    init(_ recordings: [Recording]) {
        reporting = recordings.filter { $0.half == .reporting }
        tuning = recordings.filter { $0.half == .tuning }
        for kind in [Recording.Kind.phone, .tablet, .medium] { addSingle(kind) }
        for parts in 2...3 {
            for kind in [Recording.Kind.phone, .tablet] {
                addComposed(kind, parts: parts, distance: 400)
                addComposed(kind, parts: parts, distance: 120)
            }
        }
        for kind in [Recording.Kind.phone, .tablet, .medium] { addAdaptation(kind) }
        for kind in [Recording.Kind.phone, .tablet, .medium] { addSignatures(kind) }
        addSpeeds()
        addBackwards()
        addHatchings()
        addResampled()
        addEnrolment()
        addTimes()
    }

    mutating func say(_ line: String) {
        text += line + "\n"
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    static func percent(_ share: Double) -> String { String(format: "%.2f %%", share * 100) }

    /// People and labels, each with the recordings.
    static func passwords(_ recordings: [Recording]) -> [[Recording]] {
        var passwords: [[Recording]] = []
        for recording in recordings.sorted(by: { ($0.person, $0.label) < ($1.person, $1.label) }) {
            if let last = passwords.last?.first, last.person == recording.person, last.label == recording.label {
                passwords[passwords.count - 1].append(recording)
            } else {
                passwords.append([recording])
            }
        }
        return passwords.map { $0.sorted { $0.repetition < $1.repetition } }
    }

    static func template(_ drawings: [PictureGesture]) -> TrainedTemplate {
        guard let template = GestureTemplate(pictureDigest: [], samples: drawings) else {
            preconditionFailure("a template has a drawing")
        }
        return TrainedTemplate(template)
    }

    private mutating func addSingle(_ kind: Recording.Kind) {
        let some = reporting.filter { $0.kind == kind }
        let gestures = some.map(\.gesture)
        var comparisons = TrainedVerifier.Strictness.allCases.map { _ in Comparisons() }
        for password in Self.passwords(some) {
            let template = Self.template(password.prefix(3).map(\.gesture))
            for (recording, gesture) in zip(some, gestures) {
                let isOwn = recording.person == password[0].person
                let isSame = recording.label == password[0].label
                guard !isOwn || isSame && recording.repetition >= 3 else { continue }
                for (i, strictness) in TrainedVerifier.Strictness.allCases.enumerated() {
                    let score = TrainedVerifier(strictness).compare(gesture, with: template).score
                    comparisons[i].add(
                        isOwn ? .genuine : isSame ? .same : .different, owner: password[0].person,
                        person: recording.person, score: score)
                }
            }
        }
        say("\(kind): \(comparisons[1].text)")
        for (strictness, comparisons) in zip(TrainedVerifier.Strictness.allCases, comparisons) {
            say(
                "  \(strictness): FMR \(Self.percent(comparisons.accepted(.different))) different, "
                    + "\(Self.percent(comparisons.accepted(.same))) same; "
                    + "FNMR \(comparisons.rate { share($0(.genuine), below: 1) }) %")
        }
        addArticle(kind, some, comparisons[1])
    }

    /// The rule of squares on the same attempts, with the first drawing as the template.
    private mutating func addArticle(_ kind: Recording.Kind, _ some: [Recording], _ trained: Comparisons) {
        let joined = some.map { recording in
            PictureGesture([
                GesturePart(.path(isClosed: false), fingers: [FingerPath(recording.fingers.flatMap { $0.points })])
            ]).quantised()
        }
        var article = Comparisons()
        for (first, drawing) in zip(some, joined) where first.repetition == 0 {
            guard let template = GestureTemplate(pictureDigest: [], samples: [drawing]) else { continue }
            for (recording, gesture) in zip(some, joined) {
                let isOwn = recording.person == first.person
                let isSame = recording.label == first.label
                guard !isOwn || isSame && recording.repetition >= 3 else { continue }
                article.add(
                    isOwn ? .genuine : isSame ? .same : .different, owner: first.person, person: recording.person,
                    score: RasterVerifier.undirected.compare(gesture, with: template).score)
            }
        }
        say(article: article, trained)
    }

    /// The rates of the rule of squares, and those of the trained verifier where it rejects as many genuine attempts.
    private mutating func say(article: Comparisons, _ trained: Comparisons) {
        let refused = share(article.scores(.genuine), below: 1)
        let genuine = trained.scores(.genuine)
        let limit = genuine[min(genuine.count - 1, Int(Double(genuine.count) * refused))]
        say(
            "  rule of squares: FNMR \(Self.percent(refused)), FMR \(Self.percent(article.accepted(.different))) "
                + "different, \(Self.percent(article.accepted(.same))) same; trained at that FNMR: FMR "
                + "\(Self.percent((1 - share(trained.scores(.different), below: limit)))) different, "
                + "\(Self.percent((1 - share(trained.scores(.same), below: limit)))) same")
    }

    /// Passwords of several of a person's labels, the same repetition of each, below each other. One more impostor
    /// knows all figures but the last, which is one of the impostor's own.
    private mutating func addComposed(_ kind: Recording.Kind, parts: Int, distance: Double) {
        let some = reporting.filter { $0.kind == kind }
        let passwords = Self.passwords(some)
        let people = Set(some.map(\.person)).sorted()
        let labels = Set(some.map(\.label)).sorted()
        var random = SplitMix64(seed: 3)
        var comparisons = Comparisons()
        func drawing(_ person: Int, _ labels: [String], _ repetition: Int, last: Int? = nil) -> PictureGesture? {
            var fingers: [FingerPath] = []
            for (i, label) in labels.enumerated() {
                let person = i == parts - 1 ? last ?? person : person
                guard
                    let recording = passwords.first(where: { $0[0].person == person && $0[0].label == label })?
                        .first(where: { $0.repetition == repetition })
                else { return nil }
                let place = InkPoint(x: 0, y: distance * Double(i))
                fingers += recording.moved(by: place, delay: (fingers.last?.endTime ?? -0.5) + 0.5)
            }
            return GestureParser().gesture(from: fingers).quantised()
        }
        func choose() -> [String] {
            var rest = labels
            return (0..<parts).map { _ in rest.remove(at: Int(random.next() % UInt64(rest.count))) }
        }
        var (known, opened) = (0, 0)
        for owner in people {
            for _ in 0..<24 {
                let own = choose()
                let template = Self.template((0..<3).compactMap { drawing(owner, own, $0) })
                for repetition in 3..<5 {
                    guard let attempt = drawing(owner, own, repetition) else { continue }
                    comparisons.add(
                        .genuine, owner: owner, person: owner, score: verifier.compare(attempt, with: template).score)
                }
                for person in people where person != owner {
                    for repetition in 0..<5 {
                        var others: [(Comparisons.Role, [String])] = [(.same, own)]
                        for _ in 0..<4 {
                            let other = choose()
                            if !zip(own, other).contains(where: { $0 == $1 }) { others.append((.different, other)) }
                            guard repetition >= 3, own.last != other.last,
                                let attempt = drawing(owner, own.dropLast() + other.suffix(1), repetition, last: person)
                            else { continue }
                            known += 1
                            if verifier.accepts(attempt, for: template) { opened += 1 }
                        }
                        for (role, other) in others {
                            guard let attempt = drawing(person, other, repetition) else { continue }
                            comparisons.add(
                                role, owner: owner, person: person,
                                score: verifier.compare(attempt, with: template).score)
                        }
                    }
                }
            }
        }
        say("\(kind), \(parts) parts \(Int(distance)) apart: \(comparisons.text)")
        say(
            "  balanced: FMR \(Self.percent(comparisons.accepted(.different))) different, "
                + "\(Self.percent(comparisons.accepted(.same))) same, "
                + "\(Self.percent(Double(opened) / Double(known))) with all figures but the last; "
                + "FNMR \(Self.percent(1 - comparisons.accepted(.genuine)))")
    }

    private mutating func addSpeeds() {
        let some = reporting.filter { $0.kind.rawValue >= 2 && $0.repetition < 6 }
        for (enrolled, tried) in [(Recording.Kind.slow, Recording.Kind.fast), (.fast, .slow), (.medium, .fast)] {
            var trained = Comparisons()
            var article = Comparisons()
            let attempts = some.filter { $0.kind == tried }
            for password in Self.passwords(some.filter { $0.kind == enrolled }) {
                let template = Self.template(password.prefix(3).map(\.gesture))
                guard let single = GestureTemplate(pictureDigest: [], samples: [password[0].gesture]) else { continue }
                for recording in attempts {
                    let isOwn = recording.person == password[0].person
                    let isSame = recording.label == password[0].label
                    guard !isOwn || isSame else { continue }
                    let role: Comparisons.Role = isOwn ? .genuine : isSame ? .same : .different
                    let gesture = recording.gesture
                    trained.add(
                        role, owner: password[0].person, person: recording.person,
                        score: verifier.compare(gesture, with: template).score)
                    article.add(
                        role, owner: password[0].person, person: recording.person,
                        score: RasterVerifier.undirected.compare(gesture, with: single).score)
                }
            }
            say("enrolled \(enrolled), verified \(tried): \(trained.text)")
            say(
                "  balanced: FMR \(Self.percent(trained.accepted(.different))) different, "
                    + "\(Self.percent(trained.accepted(.same))) same; "
                    + "FNMR \(Self.percent(1 - trained.accepted(.genuine)))")
            say(article: article, trained)
        }
    }

    private mutating func addResampled() {
        for kind in [Recording.Kind.phone, .medium] {
            var (same, all) = (0, 0)
            let some = reporting.filter { $0.kind == kind }
            for password in Self.passwords(some) {
                let template = Self.template(password.prefix(3).map(\.gesture))
                let strangers = some.filter {
                    $0.person != password[0].person && $0.label == password[0].label && $0.repetition < 2
                }
                for recording in password.dropFirst(3) + strangers {
                    let verdict = verifier.accepts(recording.gesture, for: template)
                    for rate in [60.0, 120, 240] {
                        for pixels in [1.0, 1366.0 / 320, 3 * 1366.0 / 320] {
                            let gesture = recording.sampled(rate: rate, scale: pixels).gesture
                            all += 1
                            if verifier.accepts(gesture, for: template) == verdict { same += 1 }
                        }
                    }
                }
            }
            say("\(kind), resampled: \(Self.percent(Double(same) / Double(all))) of \(all) verdicts are the same")
        }
    }

    private mutating func addEnrolment() {
        for kind in [Recording.Kind.phone, .tablet, .medium] {
            for strictness in TrainedVerifier.Strictness.allCases {
                var (failed, all) = (0, 0)
                let verifier = TrainedVerifier(strictness)
                let parameters = EnrolmentParameters(
                    minimumPlaces: 1, minimumStrength: .weak, minimumSquares: 0, minimumExtent: 0)
                for password in Self.passwords(reporting.filter { $0.kind == kind }) {
                    guard
                        var enrolment = Enrolment(pictureDigest: [], verifier: verifier, parameters: parameters)
                    else { continue }
                    all += 1
                    for recording in password.prefix(3) {
                        do {
                            _ = try enrolment.add(recording.gesture)
                        } catch  where error == .different {
                            failed += 1
                            break
                        } catch {}
                    }
                }
                say("\(kind), \(strictness): \(failed) of \(all) enrolments of three drawings contradict themselves")
            }
        }
    }

    private mutating func addTimes() {
        let password = Self.passwords(reporting.filter { $0.kind == .phone })[0].map(\.gesture)
        guard let template = GestureTemplate(pictureDigest: [], samples: password) else { return }
        let prepared = TrainedTemplate(template)
        let clock = ContinuousClock()
        var sum = 0.0
        func best(_ body: () -> Double) -> Double {
            var best = Duration.seconds(1)
            for _ in 0..<200 { best = min(best, clock.measure { sum += body() }) }
            return Double(best.components.attoseconds) / 1e12
        }
        let single = best { verifier.compare(password[0], with: prepared).score }
        let whole = best { verifier.compare(password[0], with: template).score }
        say(
            String(
                format: "comparison with five drawings: %.0f µs, %.0f µs with preparation (%.1f)", single, whole, sum))
    }
}
