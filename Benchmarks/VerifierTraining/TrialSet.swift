// SPDX-License-Identifier: MIT
import InkGeometry
import PicturePassword

/// Comparisons of recorded drawings with templates of three drawings, as rows of features.
struct TrialSet {
    enum Role: Int, CaseIterable {
        /// The owner draws again, draws again in another order, or at another speed.
        case genuine, rearranged
        /// Another person draws something else, or the same.
        case different, same
        /// The owner's drawing traced backwards; moved, scaled or rotated; or an area filled with zigzags.
        case backwards, transformed, hatching
    }

    struct Trial {
        var set: Int
        var role: Role
        var owner: Int
        /// The person who draws the attempt.
        var person: Int
        /// A Boolean value that indicates whether the trial counts when the model is fitted.
        var isFitted: Bool
        /// A Boolean value that indicates whether the trial counts when thresholds are chosen.
        var isMeasured: Bool
    }

    /// The sets: three device kinds, and drawings that were verified at a different speed from the enrolment's.
    static let setCount = 4
    static let crossSpeed = 3

    private(set) var trials: [Trial] = []
    private(set) var rows: [Float] = []
    /// The differences between two drawings of an owner, with how much longer and faster the second one is.
    private(set) var pairs: [(differences: [Float], longer: Float, faster: Float)] = []

    private struct Attempt {
        var trace: DrawingTrace
        var role: Role
        var person: Int
        /// The number among the owner's drawings, which a template must not contain.
        var number: Int?
    }

    private var comparison = TraceComparison()
    private var random = SplitMix64(seed: 1)

    /// - Parameters:
    ///   - recordings: The drawings of the people who shape the verifier.
    ///   - advance: A closure that receives what is done.
    init(_ recordings: [Recording], advance: (String) -> Void) {
        for (set, kind) in [Recording.Kind.phone, .tablet, .medium].enumerated() {
            let some = recordings.filter { $0.kind == kind && $0.repetition < 8 }
            addPasswords(some, set, enrolments: some.contains { $0.repetition > 4 } ? Self.eight : Self.five)
            advance("\(kind): \(trials.count) trials")
        }
        addCrossSpeed(recordings.filter { $0.kind.rawValue >= 2 && $0.repetition < 4 })
        advance("other speeds: \(trials.count) trials")
    }

    /// The drawings that make templates, of five or eight. The first ones are measured.
    private static let five = (0..<3).flatMap { a in
        (a + 1..<4).flatMap { b in (b + 1..<5).map { [a, b, $0] } }
    }
    private static let eight = [
        [0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5], [4, 5, 6], [5, 6, 7], [0, 3, 6], [1, 4, 7], [0, 2, 5],
    ]

    private mutating func addPasswords(_ recordings: [Recording], _ set: Int, enrolments: [[Int]]) {
        let traces = recordings.map { Self.trace($0) }
        let changed = recordings.map { $0.rearranged(&random).map { Self.trace($0) } }
        for (owner, label) in Self.passwords(recordings) {
            let own = recordings.indices.filter { recordings[$0].person == owner && recordings[$0].label == label }
            var attempts: [Attempt] = []
            for (number, i) in own.enumerated() {
                attempts.append(Attempt(trace: traces[i], role: .genuine, person: owner, number: number))
                if let changed = changed[i] {
                    attempts.append(Attempt(trace: changed, role: .rearranged, person: owner, number: number))
                }
                attempts.append(
                    Attempt(trace: Self.trace(recordings[i].backwards), role: .backwards, person: owner, number: number)
                )
                attempts.append(
                    Attempt(
                        trace: Self.trace(recordings[i].transformed(&random)), role: .transformed, person: owner,
                        number: number))
            }
            for i in recordings.indices where recordings[i].person != owner {
                let isSame = recordings[i].label == label
                attempts.append(
                    Attempt(
                        trace: traces[i], role: isSame ? .same : .different, person: recordings[i].person, number: nil))
            }
            for _ in 0..<6 {
                attempts.append(
                    Attempt(trace: hatching(over: recordings[own[0]]), role: .hatching, person: owner, number: nil))
            }
            add(attempts, own.map { traces[$0] }, enrolments, owner, set)
        }
    }

    private mutating func addCrossSpeed(_ recordings: [Recording]) {
        let traces = recordings.map { Self.trace($0) }
        for (owner, label) in Self.passwords(recordings) {
            let own = recordings.indices.filter { recordings[$0].person == owner && recordings[$0].label == label }
            for kind in [Recording.Kind.slow, .medium, .fast] {
                var attempts: [Attempt] = []
                for i in own where recordings[i].kind != kind {
                    attempts.append(Attempt(trace: traces[i], role: .genuine, person: owner, number: nil))
                }
                for i in recordings.indices where recordings[i].person != owner {
                    let isSame = recordings[i].label == label
                    guard random.next() % (isSame ? 3 : 8) == 0 else { continue }
                    attempts.append(
                        Attempt(
                            trace: traces[i], role: isSame ? .same : .different, person: recordings[i].person,
                            number: nil))
                }
                let enrolled = own.filter { recordings[$0].kind == kind }.map { traces[$0] }
                add(attempts, enrolled, [[0, 1, 2], [1, 2, 3]], owner, Self.crossSpeed)
            }
        }
    }

    private mutating func hatching(over recording: Recording) -> DrawingTrace {
        var box = InkRect.empty
        for finger in recording.fingers { for point in finger.points { box.formUnion(point.position) } }
        let margin = random.number(-0.15, 0.3)
        let area = InkRect(
            minX: box.minX - box.width * margin, minY: box.minY - box.height * margin,
            maxX: box.maxX + box.width * margin, maxY: box.maxY + box.height * margin)
        let lines = 2 + Int(random.next() % 7)
        let fingers = Recording.hatching(
            area, lines: lines, isUpright: random.next() % 2 == 0, speed: random.number(150, 1500))
        return Self.trace(GestureParser().gesture(from: fingers))
    }

    private mutating func add(
        _ attempts: [Attempt], _ own: [DrawingTrace], _ enrolments: [[Int]], _ owner: Int, _ set: Int
    ) {
        let among = own.map { a in own.map { b in differences(a, b) } }
        if set != Self.crossSpeed {
            for a in own.indices {
                for b in own.indices where a != b {
                    pairs.append(
                        (among[a][b], own[b].logLength - own[a].logLength, own[a].logDuration - own[b].logDuration))
                }
            }
        }
        let table = attempts.map { attempt in own.map { differences($0, attempt.trace) } }
        for (index, enrolment) in enrolments.enumerated() {
            var variation = [Float](repeating: 0, count: TraceDifference.count)
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                for k in variation.indices { variation[k] += among[enrolment[a]][enrolment[b]][k] / 3 }
            }
            let logLength = enrolment.reduce(Float(0)) { $0 + own[$1].logLength } / 3
            let logDuration = enrolment.reduce(Float(0)) { $0 + own[$1].logDuration } / 3
            for (attempt, differences) in zip(attempts, table) {
                if let number = attempt.number, enrolment.contains(number) { continue }
                let isMeasured = index == 0
                let share: UInt64
                switch attempt.role {
                case .different: share = set == Self.crossSpeed ? 1 : 8
                case .rearranged, .backwards: share = 4
                case .transformed: share = 2
                case .hatching: share = 2
                case .genuine, .same: share = 1
                }
                let isFitted = random.next() % share == 0
                guard isFitted || isMeasured else { continue }
                trials.append(
                    Trial(
                        set: set, role: attempt.role, owner: owner, person: attempt.person, isFitted: isFitted,
                        isMeasured: isMeasured))
                rows += TrainedModel.features(
                    enrolment.flatMap { differences[$0] }, variation: variation,
                    longer: attempt.trace.logLength - logLength, faster: logDuration - attempt.trace.logDuration)
            }
        }
    }

    private mutating func differences(_ a: DrawingTrace, _ b: DrawingTrace) -> [Float] {
        comparison.compare(a, b)
        return comparison.differences
    }

    private static func trace(_ recording: Recording) -> DrawingTrace { trace(recording.gesture) }
    private static func trace(_ gesture: PictureGesture) -> DrawingTrace { DrawingTrace(StrokeList(gesture)) }

    /// Returns the people and labels in the order of their first appearance.
    private static func passwords(_ recordings: [Recording]) -> [(owner: Int, label: String)] {
        var passwords: [(owner: Int, label: String)] = []
        for recording in recordings
        where !passwords.contains(where: { $0.owner == recording.person && $0.label == recording.label }) {
            passwords.append((recording.person, recording.label))
        }
        return passwords
    }
}
