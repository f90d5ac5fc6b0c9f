// SPDX-License-Identifier: MIT
import InkGeometry
import PicturePassword

extension Measurement {
    /// Rejected attempts in the order of time, and what one impostor who knows the drawing gets into within 50
    /// attempts, with and without adaptation.
    mutating func addAdaptation(_ kind: Recording.Kind) {
        let some = reporting.filter { $0.kind == kind }
        for isAdapting in [false, true] {
            var (attempts, rejected, adapted) = (0, 0, 0)
            var (impostors, opened, passed) = (0, 0, 0)
            for password in Self.passwords(some) {
                guard
                    let enrolled = GestureTemplate(
                        pictureDigest: [], samples: password.prefix(3).map(\.gesture))
                else { continue }
                func attempt(_ gesture: PictureGesture, _ template: inout GestureTemplate) -> Bool {
                    guard verifier.accepts(gesture, for: template) else { return false }
                    if isAdapting, let new = template.adapted(to: gesture) {
                        template = new
                        adapted += 1
                    }
                    return true
                }
                var template = enrolled
                for recording in password.dropFirst(3) {
                    attempts += 1
                    if !attempt(recording.gesture, &template) { rejected += 1 }
                }
                let others = Dictionary(grouping: some) { $0.person }
                for (person, drawings) in others where person != password[0].person {
                    let known = drawings.filter { $0.label == password[0].label }.sorted {
                        $0.repetition < $1.repetition
                    }
                    guard !known.isEmpty else { continue }
                    impostors += 1
                    var template = enrolled
                    let accepted = (0..<50).count { number in
                        // No two attempts are equal.
                        let turn = Double(number / known.count)
                        let fingers = known[number % known.count].moved(by: InkPoint(x: turn * 2, y: -turn), delay: 0)
                        return attempt(GestureParser().gesture(from: fingers).quantised(), &template)
                    }
                    if accepted > 0 { opened += 1 }
                    passed += accepted
                }
            }
            say(
                "\(kind), \(isAdapting ? "adapting" : "fixed") templates: \(rejected) of \(attempts) attempts rejected, "
                    + "\(adapted) drawings taken in; of \(impostors) impostors \(opened) got in within 50 attempts, "
                    + "with \(passed) of their attempts")
        }
    }

    mutating func addBackwards() {
        for kind in [Recording.Kind.phone, .tablet, .medium] {
            var (accepted, all) = (0, 0)
            var (acceptedOfSteady, steady) = (0, 0)
            var labels: [String: Int] = [:]
            for password in Self.passwords(reporting.filter { $0.kind == kind }) {
                let template = Self.template(password.prefix(3).map(\.gesture))
                let isSteady = isSteady(password)
                for recording in password {
                    all += 1
                    if isSteady { steady += 1 }
                    if verifier.accepts(recording.backwards.gesture, for: template) {
                        accepted += 1
                        if isSteady { acceptedOfSteady += 1 }
                        labels["\(recording.person) \(recording.label)", default: 0] += 1
                    }
                }
            }
            let found = labels.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
            say("\(kind), traced backwards: \(accepted) of \(all) accepted (\(found))")
            say("  where the owner keeps order and direction: \(acceptedOfSteady) of \(steady)")
        }
    }

    /// Returns a Boolean value that indicates whether an owner always draws in the same order and direction.
    private func isSteady(_ password: [Recording]) -> Bool {
        let traces = password.map { DrawingTrace(StrokeList($0.gesture)) }
        var comparison = TraceComparison()
        for a in traces {
            for b in traces {
                comparison.compare(a, b)
                for difference in [TraceDifference.reversedShare, .inversions, .backwards]
                where comparison.differences[difference.rawValue] > 0 { return false }
            }
        }
        return true
    }

    /// The five hatchings that open most passwords of the people who shaped the verifier, tried on the others.
    mutating func addHatchings() {
        var hatchings: [PictureGesture] = []
        for y in stride(from: 180.0, through: 340, by: 40) {
            for width in [60.0, 100, 150, 220] {
                for height in [60.0, 100, 150, 220, 320] {
                    for lines in 2...7 {
                        for isUpright in [false, true] {
                            let box = InkRect(
                                minX: 160 - width / 2, minY: y - height / 2, maxX: 160 + width / 2,
                                maxY: y + height / 2)
                            let fingers = Recording.hatching(box, lines: lines, isUpright: isUpright, speed: 350)
                            hatchings.append(GestureParser().gesture(from: fingers).quantised())
                        }
                    }
                }
            }
        }
        func templates(_ people: [Recording]) -> [TrainedTemplate] {
            Self.passwords(people.filter { $0.kind == .phone }).map { Self.template($0.prefix(3).map(\.gesture)) }
        }
        let known = templates(tuning)
        var open = hatchings.map { hatching in known.map { verifier.accepts(hatching, for: $0) } }
        var best: [Int] = []
        for _ in 0..<5 {
            let counts = open.map { $0.count { $0 } }
            let index = counts.indices.max { counts[$0] < counts[$1] } ?? 0
            best.append(index)
            let opened = open[index]
            for i in open.indices { for k in opened.indices where opened[k] { open[i][k] = false } }
        }
        let others = templates(reporting)
        let opened = others.filter { template in best.contains { verifier.accepts(hatchings[$0], for: template) } }
        say("phone: the best five of \(hatchings.count) hatchings open \(opened.count) of \(others.count)")
    }
}
