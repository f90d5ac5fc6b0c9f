// SPDX-License-Identifier: MIT
import Foundation
import InkExport
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@testable import InkFiles

@Suite struct DrawingFileTests {
    @Test("Formats are recognised by their content") func formatsAreToldFromTheirFirstBytes() throws {
        var random = SplitMix64(seed: 1)
        let drawing = randomDrawing(&random, reach: 500)
        for format in DrawingFormat.allCases where format != .rows && format != .timeSeriesCompact {
            let data = try DrawingFile.data(of: drawing, as: format)
            #expect(try DrawingFile.format(of: data) == format)
            #expect(try DrawingFile.read(data)[0].drawing.pointCount == drawing.pointCount)
        }
        #expect(try DrawingFile.format(of: Data("[[1,2]]".utf8)) == .rows)
        for text in ["", "  ", "hello", "\u{89}PNG", "1"] {
            #expect(throws: DrawingFileError.unknownFormat) { try DrawingFile.read(Data(text.utf8)) }
        }
        #expect(throws: DrawingFileError.self) { try DrawingFile.data(of: drawing, as: .rows) }
    }

    @Test("File extensions select the format to write") func fileExtensionsNameTheFormatThatIsWritten() {
        #expect(DrawingFormat(fileExtension: "JSON") == .inklock)
        #expect(DrawingFormat(fileExtension: "inkml") == .inkML)
        #expect(DrawingFormat(fileExtension: "ink") == .compact)
        #expect(DrawingFormat(fileExtension: "sdi") == .timeSeries2007)
        #expect(DrawingFormat(fileExtension: "png") == nil)
    }

    @Test("Files above the size limit are rejected") func filesLargerThanAllowedAreRefusedUnread() {
        #expect(throws: DrawingFileError.tooLarge(maximumBytes: 3)) {
            try DrawingFile.read(Data("[[1,2]]".utf8), maximumBytes: 3)
        }
    }

    @Test("A slice of data is read") func aDataSliceIsReadAsWellAsAWhole() throws {
        let data = Data("xx[[1,2,3]]".utf8).dropFirst(2)
        #expect(try DrawingFile.read(data)[0].drawing.pointCount == 1)
    }

    @Test(
        "Long strokes are read",
        arguments: [
            (DrawingFormat.inklock, 1_000_000), (.compact, 1_000_000), (.signaturePad, 150_000), (.inkML, 150_000),
        ])
    func longStrokesAreRead(format: DrawingFormat, count: Int) throws {
        var stroke = Stroke()
        for i in 0..<count {
            try stroke.append(StrokePoint(InkPoint(x: Double(i % 997), y: Double(i % 631)), time: Double(i) / 1000))
        }
        let drawing = Drawing(size: InkSize(width: 1000, height: 700), strokes: [stroke])
        let read = try DrawingFile.read(DrawingFile.data(of: drawing, as: format))[0].drawing
        #expect(read.pointCount == count && read.strokes[0].points.last == stroke.points.last)
    }

    @Test("Files with very many small parts are read") func manySmallThingsTakeNoLongerThanOneLargeOne() throws {
        let strokes = "[" + [String](repeating: "[[1,2,3]]", count: 200_000).joined(separator: ",") + "]"
        #expect(try DrawingFile.read(Data(strokes.utf8))[0].drawing.strokes.count == 200_000)
        let traces = "<ink>" + String(repeating: "<trace type=\"penUp\">1 2</trace>", count: 100_000) + "</ink>"
        #expect(try DrawingFile.read(Data(traces.utf8))[0].warnings.count == 1)
        let lines = String(repeating: "{\"strokes\":[]}\n", count: 100_000)
        #expect(try DrawingFile.read(Data(lines.utf8)).count == 100_000)
        let keys = "{" + (0..<100_000).map { "\"\($0)\":[]" }.joined(separator: ",") + "}"
        #expect(try DrawingFile.read(Data(keys.utf8)).count == 100_000)
    }

    /// Valid files of every format, all holding the number that no message may repeat.
    private func corpus(_ random: inout SplitMix64) throws -> [[UInt8]] {
        var drawing = randomDrawing(&random, reach: 500)
        drawing.strokes = Array(drawing.strokes.prefix(2))
        try drawing.strokes[0].append(StrokePoint(InkPoint(x: 739.25, y: 739.25), time: 3))
        var files: [[UInt8]] = []
        for format in DrawingFormat.allCases where format != .rows && format != .timeSeriesCompact {
            files.append([UInt8](try DrawingFile.data(of: drawing, as: format)))
        }
        files.append(Array("[[[739.25,2,0.5,10],[3,4,0.25,20]],[[5,739.25,0.1,30]]]".utf8))
        files.append(Array("{\"a\":[[739.25,2,5],[3,4,6]],\"b\":[{\"x\":739.25,\"y\":2,\"t\":3}]}".utf8))
        files.append(Array("{\"path\":\"p\",\"strokes\":[[[739.25,2,5]]]}\n{\"label\":\"q\",\"strokes\":[]}\n".utf8))
        files.append(
            Array(
                """
                <ink><definitions><context xml:id="c"><inkSource><traceFormat><channel name="X"/><channel name="Y"/>
                <channel name="T"/><intermittentChannels><channel name="F" max="9"/></intermittentChannels></traceFormat>
                <sampleRate value="100"/></inkSource></context><brush xml:id="b"><brushProperty name="width" value="2"/>
                </brush></definitions><traceGroup contextRef="#c" brushRef="#b"><trace>739.25 2 0 7,'1'1'2,"3"3"3?</trace>
                <trace xml:id="t">1 2 3 T,* * *</trace></traceGroup></ink>
                """.utf8))
        return files
    }

    @Test("Mutated files are read or rejected and their content is never quoted", arguments: 0..<10 as Range<UInt64>)
    func mutatedFilesAreRefusedOrReadAndNeverQuoted(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let files = try corpus(&random)
        for file in files { #expect(try !DrawingFile.read(Data(file)).isEmpty) }
        for (i, file) in files.enumerated() {
            for _ in 0..<520 {
                let bytes = mutated(file, splicing: files.randomElement(using: &random)!, &random)
                do throws(DrawingFileError) {
                    for named in try DrawingFile.read(Data(bytes)) {
                        #expect(named.drawing.strokes.allSatisfy { $0.start.isFinite })
                        #expect(!named.warnings.joined().contains("739.25"))
                    }
                } catch {
                    #expect(!error.description.contains("739.25") && !"\(error)".isEmpty, "file \(i)")
                }
            }
        }
    }

    @Test("Errors describe the place and the fault") func errorsSayWhereAndWhat() {
        #expect(
            throws: DrawingFileError.invalidContent(
                at: .init(stroke: 2, sample: 1), reason: "a row has to be two to four numbers.")
        ) {
            try DrawingFile.read(Data("[[[1,2]],[[1]]]".utf8))
        }
        let error = DrawingFileError.invalidContent(at: .init(drawing: 3, stroke: 2, sample: 1), reason: "x.")
        #expect(error.description == "Drawing 3, stroke 2, sample 1: x.")
        let offset = DrawingFileError.unreadableCompactStrokes(.truncated(offset: 17)).description
        #expect(offset == "The compact strokes end too early, at byte 17: fetch or save them again.")
    }
}
