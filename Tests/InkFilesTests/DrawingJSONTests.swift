// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@testable import InkFiles

@Suite struct DrawingJSONTests {
    static let known = """
        {"format":"inklock-drawing","version":1,"size":{"width":320,"height":200.5},"date":1700000000.123,"strokes":[\
        {"brush":{"tip":"marker","color":"#ffc40066","minimumWidth":14,"maximumWidth":16,"seed":7},\
        "model":"midpoint-quadratic","start":0.25,"channels":["x","y","time","pressure"],\
        "points":[[1,2,0,null],[1.1,-2,0.008,0.5]]}]}

        """

    @Test("A known file is read and written unchanged") func knownFileIsReadAndWrittenAsItIs() throws {
        var brush = Brush.marker
        brush.seed = 7
        let points = [
            StrokePoint(InkPoint(x: 1, y: 2), time: 0),
            StrokePoint(InkPoint(x: 1.1, y: -2), time: 0.008, pressure: 0.5),
        ]
        let stroke = try Stroke(points, brush: brush, model: .midpointQuadratic, start: 0.25)
        let drawing = Drawing(size: InkSize(width: 320, height: 200.5), strokes: [stroke], date: 1_700_000_000.123)
        let read = try DrawingFile.read(Data(Self.known.utf8))
        #expect(read == [NamedDrawing(drawing: drawing)])
        #expect(String(decoding: try DrawingFile.data(of: drawing, as: .inklock), as: UTF8.self) == Self.known)
    }

    @Test("Every drawing is read back exactly", arguments: 0..<200 as Range<UInt64>)
    func everyDrawingComesBackExactly(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var drawing = randomDrawing(&random)
        if seed % 10 == 0 { drawing.strokes.append(Stroke()) }
        if seed % 20 == 0 { drawing.strokes = [] }
        let data = try DrawingFile.data(of: drawing, as: .inklock)
        #expect(try DrawingFile.read(data) == [NamedDrawing(drawing: drawing)])
        #expect(try DrawingFile.format(of: data) == .inklock)
    }

    @Test("Unknown channels and members are ignored") func laterChannelsAndMembersArePassedOver() throws {
        let text = Self.known.replacing("\"pressure\"]", with: "\"pressure\",\"roll\"]").replacing(
            "null]", with: "null,1]"
        )
        .replacing("0.5]", with: "0.5,null]").replacing("\"version\"", with: "\"by\":[{}],\"version\"")
        #expect(try DrawingFile.read(Data(text.utf8)) == DrawingFile.read(Data(Self.known.utf8)))
    }

    @Test("Missing members have default values") func defaultsFillWhatIsMissing() throws {
        let text = """
            {"format":"inklock-drawing","version":1,"size":{"width":1,"height":1},"date":null,
             "strokes":[{"channels":["time","y","x"],"points":[[0,2,1]]}]}
            """
        let drawing = try DrawingFile.read(Data(text.utf8))[0].drawing
        #expect(drawing.date == nil && drawing.strokes[0].brush == .pen && drawing.strokes[0].model == .smooth)
        #expect(drawing.strokes[0].points == [StrokePoint(InkPoint(x: 1, y: 2), time: 0)])
    }

    @Test(
        "Invalid content is rejected",
        arguments: [
            ("\"version\":1", "\"version\":2"), ("inklock-drawing", "inklock-other"), ("320", "-1"), ("320", "1e7"),
            ("200.5", "null"), ("1700000000.123", "\"now\""), ("marker", "brush"), ("#ffc40066", "ink"),
            (",\"maximumWidth\":16", ""), ("\"seed\":7", "\"seed\":-7"), ("\"seed\":7", "\"seed\":0.5"),
            ("midpoint", "point"),
            ("0.25", "[]"), ("\"time\",", ""), ("\"time\",", "\"x\","), ("[1,2,0,null]", "[1,2,0]"),
            ("[1,2,0,null]", "{}"),
            ("[1,2,0,null]", "[null,2,0,null]"), ("[1,2,0,null]", "[\"1\",2,0,null]"),
            ("[1,2,0,null]", "[1e7,2,0,null]"),
            ("\"points\":[[1,2,0,null],[1.1,-2,0.008,0.5]]", "\"points\":7"),
        ])
    func contentsThatMakeNoDrawingAreRefused(change: (String, String)) throws {
        let text = Self.known.replacing(change.0, with: change.1)
        #expect(text != Self.known)
        #expect(throws: DrawingFileError.self) { try DrawingFile.read(Data(text.utf8), as: .inklock) }
    }

    @Test("Corrected values give warnings") func changesAreTold() throws {
        let text = Self.known.replacing("0.008,0.5", with: "-0.008,1.5").replacing("14", with: "0.01")
        let read = try DrawingFile.read(Data(text.utf8))[0]
        #expect(read.drawing.strokes[0].points[1].time == 0 && read.drawing.strokes[0].points[1].pressure == 1)
        #expect(read.drawing.strokes[0].brush.minimumWidth == 0.1)
        #expect(read.warnings.count == 3)
    }

    @Test("A start of more than thirty thousand years is refused") func hugeStartsAreRefused() throws {
        func drawing(start: String) throws -> Drawing {
            let text = """
                {"format":"inklock-drawing","version":1,"size":{"width":9,"height":9},"strokes":[{"start":\(start),\
                "channels":["x","y","time"],"points":[[1,1,0]]}]}
                """
            return try DrawingFile.read(Data(text.utf8))[0].drawing
        }
        for start in [Stroke.startLimit, -Stroke.startLimit] {
            #expect(try drawing(start: "\(start)").strokes[0].start == start)
            #expect(throws: DrawingFileError.self) { try drawing(start: "\(start * (1 + 1e-9))") }
        }
        #expect(throws: DrawingFileError.self) { try drawing(start: "1e306") }
    }

    @Test("Drawings that cannot be read back are not written") func drawingsThatNoReaderTakesAreNotWritten() throws {
        for drawing in [
            Drawing(size: InkSize(width: .nan, height: 1)), Drawing(size: InkSize(width: 1, height: 2_000_000)),
            Drawing(size: InkSize(width: 1, height: 1), date: .infinity),
            Drawing(size: InkSize(width: 1, height: 1), strokes: [Stroke(start: .nan)]),
            Drawing(size: InkSize(width: 1, height: 1), strokes: [Stroke(start: Stroke.startLimit.nextUp)]),
        ] {
            #expect(throws: DrawingFileError.self) { try DrawingFile.data(of: drawing, as: .inklock) }
            #expect(throws: DrawingFileError.self) { try DrawingFile.data(of: drawing, as: .inkML) }
        }
    }
}
