// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@testable import InkLockService

@Suite(.blocking) struct AttackTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("The estimated rank is the number of combinations that are as likely", arguments: 1...3)
    func rankCountsCombinations(figures: Int) {
        var random = SplitMix64(seed: UInt64(figures))
        // Multiples of a step, which the estimate does not round.
        let bits = (0..<12).map { _ in Double(Int.random(in: 0...90, using: &random)) / 16 }
        let ranks = GuessRanks(bits, count: figures)
        var sums = [0.0]
        for _ in 0..<figures { sums = sums.flatMap { sum in bits.map { sum + $0 } } }
        for sum in sums { #expect(ranks.rank(bits: sum) == Double(sums.count { $0 <= sum })) }
        #expect(ranks.rank(bits: 1e9) == Double(sums.count))
    }

    private static func choices() -> FigureChoices {
        let spots = [(100.0, 80.0), (300, 200), (400, 60)].map { SaliencyMap.Spot(InkPoint(x: $0, y: $1), weight: 1) }
        return FigureChoices(map: SaliencyMap(size: InkSize(width: 480, height: 320), spots: spots))
    }

    @Test("An attacker's guesses have the likelihoods of people's choices") func guessesAreAsLikelyAsChoices() {
        let choices = Self.choices()
        func share(_ figures: [(PlannedFigure, Double)]) -> [Double] {
            let all = figures.reduce(0) { $0 + $1.1 }
            return [1, 2, 13].map { corners in
                figures.reduce(0) { $0 + ($1.0.corners.count == corners ? $1.1 : 0) } / all
            }
        }
        let guesses = choices.guesses.map { ($0.figure, exp2(-$0.bits)) }
        // Freehand curves are missing, and lines between places that are close together.
        let sum = guesses.reduce(0) { $0 + $1.1 }
        #expect(sum > 0.85 && sum < 1)
        var random = SplitMix64(seed: 1)
        let people = (0..<4000).map { _ in (choices.figure(&random), 1.0) }
        for (mine, theirs) in zip(share(guesses), share(people)) { #expect(abs(mine - theirs) < 0.05) }
    }

    @Test("A simulated hand draws what it has in mind, each time in another way") func handDrawsPlans() throws {
        var random = SplitMix64(seed: 3)
        let choices = Self.choices()
        for seed in 0..<20 as Range<UInt64> {
            let figure = choices.figure(&random)
            var hand = SimulatedHand(seed: seed)
            let exact = hand.draw([figure], variation: 0)
            let start = try #require(exact.parts.first?.fingers.first?.points.first?.position)
            #expect(exact.parts.count == 1 && start.distance(to: figure.start) < 0.1)
            #expect(exact.parts[0].isTap == figure.isTap)
            #expect(hand.draw([figure], variation: 0) == exact)
            #expect(hand.draw([figure], variation: 1) != hand.draw([figure], variation: 1))
        }
    }

    @Test("An attack reports each attacker's success and the meter's error") func attackReportsSuccess() throws {
        let arguments = ["attack", "--json", "--passwords", "1", "--figures", "2", "--seed", "4"]
        let outcome = try InkLockProcess(arguments, in: folder)
        #expect(outcome.status == 0)
        let reports = try #require(JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
        let attacks = try #require(reports.first?["attacks"] as? [[String: Any]])
        #expect(reports.count == 1 && reports[0]["passwords"] as? Int == 1 && reports[0]["figures"] as? Int == 2)
        var success: [String: [Double]] = [:]
        for attack in attacks {
            let name = try #require(attack["attacker"] as? String)
            success[name] = (attack["successes"] as? [[String: Any]])?.compactMap { $0["share"] as? Double }
        }
        for shares in success.values { #expect(shares == shares.sorted() && !shares.isEmpty) }
        // A password that the likeliest guesses open, and that 20 of them do not.
        #expect(success["likeliest first"]?[3] == 0 && success["likeliest first"]?.last == 1)
        #expect(success["imitation, 1.0"]?.last == 1 && success["hatchings"] == [0, 0, 0, 0])
        #expect(success["many strokes"] == [0, 0, 0, 0])
        let meter = try #require(reports[0]["meter"] as? [String: Any])
        #expect(meter["withinTen"] as? Double == 1)
    }

    /// One figure that is drawn well may not pay for one that is not.
    @Test(
        "Few good passwords open within a million guesses at all figures together",
        .enabled(if: TestSize.isFull, "takes minutes without optimisation"))
    func goodPasswordsTakeAMillionGuesses() {
        let trial = AttackTrial(60, figureCount: 3, seed: 9, least: .good)
        let opened = trial.passwords.count { ($0.rank ?? .infinity) < 1e6 }
        #expect(opened <= 6, "\(opened)")
    }

    @Test("Small figures open to others in their places, and are not enrolled")
    func smallFiguresOpenToOthers() throws {
        let arguments = ["attack", "--sizes", "--json", "--passwords", "12", "--seed", "2"]
        let outcome = try InkLockProcess(arguments, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let report = try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        let rows = try #require(report["rows"] as? [[String: Any]])
        func value(_ row: [String: Any], _ name: String) -> Double { row[name] as? Double ?? .nan }
        for attempt in ["halfSize", "scribbles"] {
            #expect(value(rows[0], attempt) > value(rows[rows.count - 1], attempt) + 0.3, "\(attempt)")
        }
        #expect(rows.allSatisfy { value($0, "owner") > 0.9 && (0...1).contains(value($0, "otherFigures")) })
        for attempt in ["lines", "fingers", "taps"] {
            #expect(rows.allSatisfy { value($0, attempt) <= value($0, "scribbles") + 0.1 }, "\(attempt)")
        }
        let all = try #require(report["all"] as? [String: Any])
        let enrolled = try #require(report["enrolled"] as? [String: Any])
        #expect(value(all, "passwords") == 12 && (1..<12).contains(value(enrolled, "passwords")))
        let mixed = try InkLockProcess(["attack", "--sizes", "--recordings", "-"], in: folder)
        #expect(mixed.status == 64 && mixed.errors.contains("--sizes has no --recordings"))
    }

    /// Three drawings of each of six people: of one shape that all draw, or of a shape of their own.
    private func recordings(isShared: Bool) -> String {
        var lines = ""
        for person in 0..<6 {
            for repetition in 0..<3 {
                var random = SplitMix64(seed: isShared ? 1 : UInt64(person) + 2)
                var corners = (0..<6).map { _ in
                    InkPoint(x: .random(in: 20...300, using: &random), y: .random(in: 20...300, using: &random))
                }
                var error = SplitMix64(seed: UInt64(person * 10 + repetition))
                for i in corners.indices { corners[i] = corners[i] + InkPoint(x: error.normal(), y: error.normal()) }
                var hand = SimulatedHand(seed: 0)
                let drawing = hand.draw([PlannedFigure(corners: corners)], variation: 0)
                let points = drawing.parts[0].fingers[0].points.map { point in
                    "[\(point.position.x),\(point.position.y),\((point.time * 1000).rounded())]"
                }
                let name = "\"path\":\"p\(person)/\(repetition)\",\"label\":\"a\",\"user\":\"p\(person)\""
                lines += "{\(name),\"strokes\":[[\(points.joined(separator: ","))]]}\n"
            }
        }
        return lines
    }

    @Test("Drawings of others open recorded passwords that look alike, and no others", arguments: [true, false])
    func recordedDrawingsAreGuesses(isShared: Bool) throws {
        let input = recordings(isShared: isShared).utf8
        let outcome = try InkLockProcess(["attack", "--recordings", "-", "--json"], input: input, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let report = try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        #expect(report["passwords"] as? Int == 3 && report["drawings"] as? Int == 9)
        let shares = (report["successes"] as? [[String: Any]])?.compactMap { $0["share"] as? Double }
        #expect(shares == (isShared ? [1, 1, 1, 1] : [0, 0, 0, 0]))
        let text = try InkLockProcess(["attack", "--recordings", "-"], input: input, in: folder)
        #expect(String(decoding: text.output, as: UTF8.self).contains("opened within 1: \(isShared ? 100 : 0).0 %"))
    }

    @Test("Recordings of one group of people are not enough") func bothGroupsAreNeeded() throws {
        let lines = recordings(isShared: true).split(separator: "\n").filter {
            $0.contains("p1/") || $0.contains("p3/")
        }
        let input = lines.joined(separator: "\n").utf8
        let outcome = try InkLockProcess(["attack", "--recordings", "-"], input: input, in: folder)
        #expect(outcome.status == 65 && outcome.errors.contains("two groups of people"))
    }

    @Test(
        "Numbers out of range are rejected",
        arguments: [["--passwords", "0"], ["--figures", "5"], ["--figures", "0"], ["--scale", "0"]])
    func numbersOutOfRangeAreRejected(arguments: [String]) throws {
        let outcome = try InkLockProcess(["attack"] + arguments, in: folder)
        #expect(outcome.status == 64 && outcome.errors.contains("must be between"))
    }
}
