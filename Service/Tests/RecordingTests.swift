// SPDX-License-Identifier: MIT
import Foundation
import InkFiles
import InkTestSupport
import Testing

/// Tests with drawings of real people, from the folder named by INKLOCK_RECORDINGS or a folder beside the project.
@Suite(
    .blocking,
    .enabled(if: Recordings.areHere, "there are no recorded drawings; INKLOCK_RECORDINGS names their folder"))
struct RecordingTests {
    @Test(
        "Every recorded drawing renders with ink", arguments: ["signature_pad.json", "perfect_freehand_inputs.json"],
        TestSize.isFull ? ["pen", "marker", "pencil"] : ["pen"])
    func everyRecordedDrawingLeavesInk(name: String, brush: String) throws {
        let path = "\(Recordings.folder)/fixtures/\(name)"
        let drawings = try DrawingFile.read(Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(!drawings.isEmpty)
        let folder = try TemporaryFolder()
        for drawing in drawings {
            let title = try #require(drawing.name)
            let outcome = try InkLockProcess(
                ["render", path, "--drawing", title, "-o", "ink.png", "--brush", brush, "--crop"], in: folder)
            #expect(outcome.status == 0)
            let picture = try PNGImage(decoding: Array(folder.bytes("ink.png")))
            #expect(stride(from: 3, to: picture.rgba.count, by: 4).contains { picture.rgba[$0] > 0 }, "\(title)")
        }
    }

    /// The rule of squares accepts about 85 % of genuine repetitions with a finger and 93 % with a stylus in these
    /// recordings.
    @Test(
        "The published rule has its known error rate",
        arguments: [("dollar1", "/medium/", "1.333333", 0.93), ("mmg_plus", "Smartphone", "0.888889", 0.85)]
            .prefix(TestSize.count(full: 2, small: 1)))
    func theRuleOfSquaresDoesAsItIsKnownTo(set: String, filter: String, scale: String, passes: Double) throws {
        let outcome = try InkLockProcess(
            [
                "evaluate", "\(Recordings.folder)/\(set)/\(set).ndjson.gz", "--filter", filter, "--scale", scale,
                "--parts", "joined", "--verifier", "raster", "--enrol", "1", "--json",
            ], in: TemporaryFolder())
        let report = try #require((JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])?.first)
        let rate = try #require(report["falseNonMatchRate"] as? [String: Double])
        #expect(try #require(rate["low"]) <= 1 - passes && 1 - passes <= (try #require(rate["high"])))
    }
}
