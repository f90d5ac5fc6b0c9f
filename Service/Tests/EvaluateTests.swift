// SPDX-License-Identifier: MIT
import Foundation
import PicturePassword
import Testing

@testable import InkLockService

#if canImport(FoundationXML)
    import FoundationXML
#endif

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
        return try #require((JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])?.first)
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
        #expect(report["verifier"] as? String == "trained")
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

    @Test("Several verifiers are measured in one run, on all people or on a half")
    func verifiersAndHalvesAreChosen() throws {
        let arguments = ["--verifier", "directed", "--verifier", "raster", "--enrol", "1"]
        let outcome = try InkLockProcess(
            ["evaluate", "-", "--json"] + arguments, input: recordings(spread: 500).utf8, in: folder)
        let reports = try #require(JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
        #expect(reports.compactMap { $0["verifier"] as? String } == ["directed", "raster"])
        // Users 0 and 2 shape InkLock's verifier, and user 1 does not.
        let tuning = try report(recordings(spread: 500), Self.article + ["--people", "tuning"])
        #expect(tuning["people"] as? Int == 2)
        let alone = try InkLockProcess(
            ["evaluate", "-", "--people", "reporting"] + Self.article, input: recordings(spread: 500).utf8, in: folder)
        #expect(alone.status == 65, "one person has no impostors")
    }

    @Test("The rates at every threshold are written as a table, a picture and a page") func curvesAreWritten() throws {
        let files = ["det.csv", "det.svg", "det.html"]
        let outcome = try InkLockProcess(
            ["evaluate", "-", "--verifier", "raster", "--verifier", "trained"] + files.flatMap { ["-o", $0] },
            input: recordings(spread: 60, repetitions: 5).utf8, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let rows = String(decoding: try folder.bytes("det.csv"), as: UTF8.self).split(separator: "\n").dropFirst()
            .map { $0.split(separator: ",").map(String.init) }
        for (verifier, impostor) in [
            ("raster", "differentDrawing"), ("raster", "sameDrawing"), ("trained", "differentDrawing"),
            ("trained", "sameDrawing"),
        ] {
            let points = rows.filter { $0[0] == verifier && $0[1] == impostor }
                .compactMap { row in Double(row[2]).flatMap { x in Double(row[3]).map { (x, $0) } } }
            #expect(points.first.map { $0 == (1, 0) } == true, "everything is accepted at the lowest threshold")
            #expect(points.last.map { $0.0 == 0 && $0.1 == 1 } == true, "and nothing beyond the highest")
            for (a, b) in zip(points, points.dropFirst()) { #expect(a.0 >= b.0 && a.1 <= b.1) }
        }
        let svg = XMLParser(data: Data(try folder.bytes("det.svg")))
        #expect(svg.parse())
        let page = String(decoding: try folder.bytes("det.html"), as: UTF8.self)
        #expect(page.contains("<svg") && page.contains("raster") && page.contains("trained"))
        let wrong = try InkLockProcess(["evaluate", "-", "-o", "det.pdf"], input: "".utf8, in: folder)
        #expect(wrong.status == 64 && wrong.errors.contains("det.pdf does not end in .csv, .svg or .html"))
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
