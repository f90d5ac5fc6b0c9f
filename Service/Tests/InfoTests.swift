// SPDX-License-Identifier: MIT
import Foundation
import InkFiles
import InkStroke
import Testing

@testable import InkLockService

@Suite(.blocking) struct InfoTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("The text output describes the drawing") func textDescribesTheDrawing() throws {
        let outcome = try InkLockProcess(["info", "-"], input: SampleFiles.rows.utf8, in: folder)
        #expect(outcome.status == 0)
        #expect(
            String(decoding: outcome.output, as: UTF8.self) == """
                size      194 × 95 points
                strokes   2
                points    81
                duration  1 s
                bounds    158 × 59 points at 20, 20
                sampling  100 Hz

                """)
    }

    @Test("The JSON output describes the drawing") func jsonSaysTheSameForPrograms() throws {
        try folder.write("two.json", SampleFiles.two.utf8)
        let outcome = try InkLockProcess(["info", "two.json", "--json", "--drawing", "wave"], in: folder)
        let object = try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        #expect(object["name"] as? String == "wave")
        #expect(object["points"] as? Int == 81)
        #expect(object["durationSeconds"] as? Double == 1)
        #expect(abs(try #require(object["samplingHertz"] as? Double) - 100) < 1e-6)
        #expect((object["bounds"] as? [String: Double])?["width"] == 158)
        #expect((object["warnings"] as? [String])?.isEmpty == true)
    }

    @Test("What lowers a signature's value is told") func flawsAreTold() throws {
        try folder.write("dot.json", "[[[30,30,0]]]".utf8)
        let text = try InkLockProcess(["info", "dot.json"], in: folder)
        #expect(String(decoding: text.output, as: UTF8.self).contains("\nsignature There is no line, only dots.\n"))
        let json = try InkLockProcess(["info", "dot.json", "--json"], in: folder)
        let object = try #require(JSONSerialization.jsonObject(with: json.output) as? [String: Any])
        #expect((object["flaws"] as? [String])?.contains("only-dots") == true)
    }

    @Test("Times that are too close for a finite rate are described") func timesMayBeVeryClose() throws {
        try folder.write("close.json", "[[[1,1,0],[2,2,1e-320],[3,3,2e-320]]]".utf8)
        let json = try InkLockProcess(["info", "close.json", "--json"], in: folder)
        #expect(json.status == 0, "\(json.errors)")
        let object = try #require(JSONSerialization.jsonObject(with: json.output) as? [String: Any])
        #expect(object["points"] as? Int == 3 && object["samplingHertz"] == nil)
        let text = try InkLockProcess(["info", "close.json"], in: folder)
        #expect(String(decoding: text.output, as: UTF8.self).contains("\nsampling  unknown\n"))
    }

    @Test("Warnings describe unusual drawings") func warningsTellWhatIsOdd() throws {
        func warnings(_ rows: [[Double]], size: Double = 100, interval: Double = 0.01) throws -> [String] {
            let points = rows.enumerated().map { i, row in
                StrokePoint(.init(x: row[0], y: row[1]), time: Double(i) * interval)
            }
            let drawing = Drawing(size: .init(width: size, height: size), strokes: [try Stroke(points)])
            return DrawingSummary(NamedDrawing(drawing: drawing, warnings: ["Told before."])).warnings
        }
        #expect(try warnings([[1, 1], [2, 2]]) == ["Told before."])
        #expect(try warnings([]).last == "There is nothing in the drawing.")
        #expect(try warnings([[1, 1]], size: 0).contains("The surface has no area, so that nothing can be rendered."))
        #expect(try warnings([[1, 1], [101, 1]]).last == "1 of 1 strokes leave the surface.")
        #expect(
            try warnings([[1, 1], [2, 2]], interval: 0.1).last == "The sampling is too slow for curves drawn fast.")
        #expect(
            try warnings([[1, 1], [2, 2]], interval: 0).last
                == "1 of 1 strokes have no times, so that their width cannot follow speed.")
    }
}
