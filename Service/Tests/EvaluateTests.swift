// SPDX-License-Identifier: MIT
import Foundation
import PicturePassword
import Testing

@testable import InkLockService

@Suite(.blocking) struct EvaluateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Three people who each draw lines of two labels at their own place, again and again, `spread` units apart.
    private func recordings(spread: Double, repetitions: Int = 3) -> String {
        var lines: [String] = []
        for person in 0..<3 {
            for label in 0..<2 {
                for repetition in 0..<repetitions {
                    let y = Double(person) * spread + Double(label) * 150 + Double(repetition)
                    let points = (0...20).map { "[\($0 * 10),\(y),\($0 * 10)]" }.joined(separator: ",")
                    lines.append(
                        "{\"path\":\"p\(person)/l\(label)/\(repetition)\",\"label\":\"l\(label)\",\"user\":\"\(person)\","
                            + "\"strokes\":[[\(points)]]}")
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    private static let article = ["--verifier", "raster", "--enrol", "1"]

    private func report(_ text: String, _ arguments: [String] = article) throws -> [String: Any] {
        let outcome = try InkLockProcess(["evaluate", "-", "--json"] + arguments, input: text.utf8, in: folder)
        #expect(outcome.status == 0)
        return try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    }

    private func value(_ report: [String: Any], _ path: String...) -> Double? {
        var object: Any? = report
        for name in path { object = (object as? [String: Any])?[name] }
        return (object as? [String: Any])?["value"] as? Double
    }

    @Test("Users who draw in different places are distinguished") func peopleWhoDrawApartAreToldApart() throws {
        let report = try report(recordings(spread: 500))
        #expect(report["people"] as? Int == 3)
        #expect(report["passwords"] as? Int == 6)
        #expect(report["genuine"] as? Int == 12)
        #expect((report["sameDrawing"] as? [String: Any])?["impostors"] as? Int == 36)
        #expect((report["differentDrawing"] as? [String: Any])?["impostors"] as? Int == 36)
        #expect(value(report, "falseNonMatchRate") == 0)
        #expect(value(report, "sameDrawing", "falseMatchRate") == 0)
        #expect(value(report, "sameDrawing", "equalErrorRate") == 0)
    }

    @Test("By default three drawings make a template of the trained verifier") func defaultVerifierIsTrained() throws {
        let report = try report(recordings(spread: 500, repetitions: 5), [])
        #expect(report["genuine"] as? Int == 12)
        #expect(value(report, "falseNonMatchRate") == 0)
        #expect(value(report, "differentDrawing", "falseMatchRate") == 0)
    }

    @Test("Users who draw alike are not distinguished") func peopleWhoDrawAlikeAreNot() throws {
        let report = try report(recordings(spread: 0), Self.article + ["--parts", "joined"])
        #expect(value(report, "falseNonMatchRate") == 0)
        #expect(value(report, "sameDrawing", "falseMatchRate") == 1)
        #expect(value(report, "differentDrawing", "falseMatchRate") == 0)
    }

    @Test("The filter, scale and enrolment options take effect") func filterScaleAndEnrolmentAreHeeded() throws {
        #expect(try report(recordings(spread: 500), Self.article + ["--filter", "/l"])["passwords"] as? Int == 6)
        let alone = try InkLockProcess(
            ["evaluate", "-", "--filter", "p1"] + Self.article, input: recordings(spread: 500).utf8, in: folder)
        #expect(alone.status == 65, "one person has no impostors")
        let two = try report(recordings(spread: 500), ["--verifier", "raster", "--enrol", "2"])
        #expect(two["genuine"] as? Int == 6)
        let small = try report(recordings(spread: 500), Self.article + ["--scale", "0.01"])
        #expect(value(small, "sameDrawing", "falseMatchRate") == 1, "all in one spot")
    }

    @Test("Wrong use gives a one-line error") func wrongUseIsOneLine() throws {
        for (arguments, status) in [
            (["evaluate"], 64), (["evaluate", "-", "--scale", "0"], 64), (["evaluate", "-", "--enrol", "0"], 64),
            (["evaluate", "absent.ndjson"], 66), (["evaluate", "-"], 65),
        ] as [([String], Int32)] {
            let outcome = try InkLockProcess(arguments, input: "{}".utf8, in: folder)
            #expect(outcome.status == status, "\(arguments)")
            #expect(outcome.errors.filter { $0 == "\n" }.count == 1, "\(arguments)")
        }
    }

    @Test("Error rates are computed from scores") func errorRatesFollowFromScores() throws {
        var genuine = ScoreCounts()
        var impostors = ScoreCounts()
        for score in [0.4, 0.9, 1.0, 1.2] { genuine.add(score) }
        for score in [0.1, 0.2, 0.5, 1.1] { impostors.add(score) }
        let rates = try #require(ErrorRates(genuine: genuine, impostors: impostors, threshold: 1))
        #expect(rates.falseNonMatchRate == 0.5)
        #expect(rates.falseMatchRate == 0.25)
        #expect(abs(rates.equalErrorRate - 0.25) < 1e-9)
        #expect(rates.falseNonMatchRateAt1Percent == 0.75)
        #expect(ErrorRates(genuine: genuine, impostors: ScoreCounts(), threshold: 1) == nil)
    }
}
