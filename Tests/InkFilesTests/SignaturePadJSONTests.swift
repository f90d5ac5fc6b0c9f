// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@testable import InkFiles

@Suite struct SignaturePadJSONTests {
    static let known = """
        [{"penColor":"rgb(0, 0, 255)","dotSize":0,"minWidth":0.5,"maxWidth":2.5,"velocityFilterWeight":0.7,
          "compositeOperation":"source-over","points":[
          {"time":1523730548448,"x":83,"y":57,"pressure":0.5},{"time":1523730548657,"x":85.5,"y":63,"pressure":0.5}]},
         {"penColor":"#8888","minWidth":1,"maxWidth":1,"points":[
          {"time":1523730549448,"x":3,"y":5,"pressure":0.25},{"time":1523730549450,"x":4,"y":5,"pressure":0.5}]}]
        """

    @Test("A known file is read") func knownFileIsRead() throws {
        let read = try DrawingFile.read(Data(Self.known.utf8))
        #expect(read.count == 1 && read[0].warnings.isEmpty && read[0].name == nil)
        let drawing = read[0].drawing
        #expect(drawing.date == 1_523_730_548.448)
        #expect(drawing.size == InkSize(width: 101.5, height: 79))
        #expect(drawing.strokes.map(\.start) == [0, 1])
        let pen = Brush(color: SRGBColor(rgba: 0x0000_FFFF), minimumWidth: 1, maximumWidth: 5)
        #expect(drawing.strokes[0].brush == pen)
        #expect(drawing.strokes[0].points[1] == StrokePoint(InkPoint(x: 85.5, y: 63), time: 0.209))
        let thin = Brush(color: SRGBColor(rgba: 0x8888_8888), minimumWidth: 2, maximumWidth: 2)
        #expect(drawing.strokes[1].brush == thin)
        #expect(drawing.strokes[1].points.map(\.pressure) == [0.25, 0.5])
        #expect(try DrawingFile.format(of: Data(Self.known.utf8)) == .signaturePad)
    }

    @Test("Written drawings are read back") func drawingsComeBackFromIt() throws {
        var random = SplitMix64(seed: 3)
        let points = (0..<50).map { (i: Int) -> StrokePoint in
            StrokePoint(
                InkPoint(x: Double.random(in: 0...300, using: &random), y: Double(i)), time: Double(i) / 128,
                pressure: Double(i % 7) / 8)
        }
        let brush = Brush(color: SRGBColor(rgba: 0x1234_5678), minimumWidth: 1.5, maximumWidth: 4.25)
        let drawing = Drawing(
            size: InkSize(width: 0, height: 0),
            strokes: [try Stroke(points, brush: brush), try Stroke(points, brush: .pen, start: 2)],
            date: 1_700_000_000.25)
        let read = try DrawingFile.read(DrawingFile.data(of: drawing, as: .signaturePad))[0].drawing
        #expect(read.date == drawing.date)
        for (stroke, original) in zip(read.strokes, drawing.strokes) {
            #expect(stroke.brush == original.brush && stroke.start == original.start)
            #expect(stroke.points.map(\.position) == original.points.map(\.position))
            #expect(stroke.points.map(\.pressure) == original.points.map(\.pressure))
            for (a, b) in zip(stroke.points, original.points) { #expect(abs(a.time - b.time) < 1e-6) }
        }
    }

    @Test("Unmeasured pressure is written as browsers report it")
    func unmeasuredPressureIsWrittenAsBrowsersReportIt() throws {
        let points = [StrokePoint(InkPoint(x: 1, y: 2), time: 0), StrokePoint(InkPoint(x: 2, y: 2), time: 0.5)]
        let pen = Brush(color: SRGBColor(rgba: 0x1420_3CFF), minimumWidth: 1, maximumWidth: 3.5)
        let stroke = try Stroke(points, brush: pen)
        let data = try DrawingFile.data(
            of: Drawing(size: InkSize(width: 3, height: 3), strokes: [stroke]), as: .signaturePad)
        let expected = """
            [{"penColor":"#14203c","dotSize":0,"minWidth":0.5,"maxWidth":1.75,"velocityFilterWeight":0.7,\
            "compositeOperation":"source-over","points":[{"time":0,"x":1,"y":2,"pressure":0.5},\
            {"time":500,"x":2,"y":2,"pressure":0.5}]}]

            """
        #expect(String(decoding: data, as: UTF8.self) == expected)
    }

    @Test("Erasing strokes and unknown colours give warnings")
    func strokesThatEraseAreLeftOutAndColoursReplacedWithAWord() throws {
        let text = Self.known.replacing("source-over", with: "destination-out").replacing("#8888", with: "salmonish")
        let read = try DrawingFile.read(Data(text.utf8))[0]
        #expect(read.drawing.strokes.count == 1 && read.drawing.strokes[0].brush.color == .black)
        #expect(read.warnings.count == 2)
    }

    @Test(
        "Invalid files are rejected",
        arguments: [
            ("\"x\":83,", ""), ("\"y\":57", "\"y\":\"57\""), ("\"time\":1523730548657,", ""), ("\"points\"", "\"p\""),
            ("\"x\":83", "\"x\":1e9"),
        ])
    func brokenFilesAreRefused(change: (String, String)) {
        let text = Self.known.replacing(change.0, with: change.1)
        #expect(throws: DrawingFileError.self) { try DrawingFile.read(Data(text.utf8), as: .signaturePad) }
    }

    @Test("CSS colours are read") func coloursAreReadAsCSSWritesThem() {
        let cases: [(String, UInt32?)] = [
            ("#abc", 0xAABB_CCFF), ("#ABCD", 0xAABB_CCDD), (" #012345 ", 0x0123_45FF), ("#01234567", 0x0123_4567),
            ("Black", 0x0000_00FF), ("orange", 0xFFA5_00FF), ("transparent", 0), ("rgb(1,2,3)", 0x0102_03FF),
            ("rgba( 1, 2, 3, 0.5 )", 0x0102_0380), ("rgb(1 2 3 / 50%)", 0x0102_0380),
            ("rgb(100%, 0%, 300)", 0xFF00_FFFF),
            ("", nil), ("#", nil), ("#12", nil), ("#12345", nil), ("#１２３", nil), ("rgb(1,2)", nil), ("rgb(1,2,x)", nil),
            ("rgb(1,2,3", nil), ("hsl(1,2%,3%)", nil), ("rgbx(1,2,3)", nil), ("rgb(nan,1,2)", nil), ("inkish", nil),
        ]
        for (text, expected) in cases { #expect(SRGBColor(css: text)?.rgba == expected, "\(text)") }
        #expect(SRGBColor(rgba: 0x0001_02FF).css == "#000102" && SRGBColor(rgba: 0x0001_0203).css == "#00010203")
    }
}
