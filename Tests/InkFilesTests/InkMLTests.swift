// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@testable import InkFiles

@Suite struct InkMLTests {
    private func read(_ body: String) throws -> NamedDrawing {
        let text = "<?xml version=\"1.0\"?><ink xmlns=\"http://www.w3.org/2003/InkML\">\(body)</ink>"
        return try DrawingFile.read(Data(text.utf8))[0]
    }

    @Test("Written files are read back to a millionth", arguments: 0..<100 as Range<UInt64>)
    func ownFilesComeBackToAMillionth(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let drawing = randomDrawing(&random)
        let read = try DrawingFile.read(DrawingFile.data(of: drawing, as: .inkML))
        #expect(read.count == 1 && read[0].warnings.isEmpty)
        let back = read[0].drawing
        #expect(back.size == drawing.size)
        #expect((back.date == nil) == (drawing.date == nil))
        #expect(abs((back.date ?? 0) - (drawing.date ?? 0)) <= 1e-6)
        #expect(back.strokes.count == drawing.strokes.count)
        for (stroke, original) in zip(back.strokes, drawing.strokes) {
            #expect(stroke.brush == original.brush && stroke.model == original.model)
            #expect(abs(stroke.start - original.start) <= 1e-6)
            #expect(stroke.points.map(\.position) == original.points.map(\.position))
            #expect(stroke.points.map(\.pressure) == original.points.map(\.pressure))
            #expect(stroke.points.map(\.azimuth) == original.points.map(\.azimuth))
            for (a, b) in zip(stroke.points, original.points) {
                #expect(abs(a.time - b.time) <= 1e-6)
                #expect((a.tilt == nil) == (b.tilt == nil) && abs((a.tilt ?? 0) - (b.tilt ?? 0)) <= 1e-6)
            }
        }
    }

    @Test("Differences, wildcards and Booleans are decoded")
    func differencesWildcardsAndTruthValuesAreFollowed() throws {
        let drawing = try read(
            """
            <traceFormat>
              <channel name="X" type="integer"/><channel name="Y" type="integer"/>
              <intermittentChannels>
                <channel name="B1" type="boolean" default="F"/><channel name="B2" type="boolean" default="F"/>
              </intermittentChannels>
            </traceFormat>
            <trace>1125 18432,'23'43,"7"-8,3-5,7 -3,6 2,6 8,3 6 T,2 4*T,3 6,3-6 F F</trace>
            """
        ).drawing
        // Velocities and positions added up by hand.
        let xs = [1125, 1148, 1178, 1211, 1251, 1297, 1349, 1404, 1461, 1521, 1584].map(Double.init)
        let ys = [18432, 18475, 18510, 18540, 18567, 18596, 18633, 18676, 18723, 18776, 18823].map(Double.init)
        #expect(drawing.strokes[0].points.map(\.position.x) == xs)
        #expect(drawing.strokes[0].points.map(\.position.y) == ys)
    }

    @Test("Wildcards repeat the value, velocity or acceleration")
    func wildcardsRepeatTheValueTheVelocityOrTheAcceleration() throws {
        func xs(_ trace: String) throws -> [Double] {
            try read("<trace>\(trace)</trace>").drawing.strokes[0].points.map(\.position.x)
        }
        #expect(try xs("5 0, * *, 7 1") == [5, 5, 7])
        #expect(try xs("5 0, '3 '0, * *, * *") == [5, 8, 11, 14])
        #expect(try xs("5 0, '3 '0, \"2 \"0, * *, !1 !0") == [5, 8, 13, 20, 1])
        #expect(try xs("#1F 0, 1.5e1 0,.5-3,+2+3") == [31, 15, 0.5, 2])
    }

    @Test("Units, resolutions, forces and angles are converted")
    func unitsResolutionsForcesAndAnglesAreConverted() throws {
        let points = try read(
            """
            <definitions><context xml:id="c"><inkSource xml:id="s">
              <traceFormat>
                <channel name="X" type="integer" units="cm"/><channel name="Y" units="mm"/>
                <channel name="T" units="ms"/><channel name="F" type="integer" max="1023"/>
                <channel name="OTx" units="deg"/><channel name="OTy" units="deg"/>
              </traceFormat>
              <channelProperties><channelProperty channel="X" name="resolution" value="1000" units="1/cm"/></channelProperties>
            </inkSource></context></definitions>
            <trace contextRef="#c">2540 25.4 5 1023 45 0, 1270 12.7 15 0 0 -45</trace>
            """
        ).drawing.strokes[0].points
        #expect(abs(points[0].position.x - 72) < 1e-9 && abs(points[0].position.y - 72) < 1e-9)
        #expect(points.map(\.pressure) == [1, 0] && points.map(\.time) == [0, 0.01])
        #expect(abs(points[0].tilt! - .pi / 4) < 1e-9 && abs(points[0].azimuth!) < 1e-9)
        #expect(abs(points[1].tilt! - .pi / 4) < 1e-9 && abs(points[1].azimuth! + .pi / 2) < 1e-9)
    }

    @Test("Forces without a maximum are scaled by the greatest")
    func forcesWithoutAMaximumAreScaledByTheGreatest() throws {
        let read = try read(
            """
            <context><traceFormat><channel name="X"/><channel name="Y"/><channel name="F"/></traceFormat></context>
            <trace>1 2 100, 2 3 400</trace><trace>1 2 50</trace>
            """)
        #expect(read.drawing.strokes.map { $0.points.map(\.pressure) } == [[0.25, 1], [0.125]])
        #expect(read.warnings.contains { $0.contains("force") })
    }

    @Test("Brushes, prefixes and groups are read") func brushesPrefixesAndGroupsAreUnderstood() throws {
        let text = """
            <inkml:ink xmlns:inkml="http://www.w3.org/2003/InkML"><inkml:definitions>
            <inkml:brush xml:id="br0"><inkml:brushProperty name="width" value="100" units="himetric"/>
            <inkml:brushProperty name="color" value="#1F1F1F"/><inkml:brushProperty name="transparency" value="51"/>
            </inkml:brush></inkml:definitions>
            <inkml:traceGroup brushRef="#br0"><inkml:annotation type="truth">a</inkml:annotation><inkml:traceGroup>
            <inkml:trace>1 2</inkml:trace></inkml:traceGroup></inkml:traceGroup><inkml:trace>5 6</inkml:trace></inkml:ink>
            """
        let strokes = try DrawingFile.read(Data(text.utf8))[0].drawing.strokes
        #expect(strokes[0].brush.color == SRGBColor(rgba: 0x1F1F_1FCC))
        #expect(abs(strokes[0].brush.maximumWidth - 2.8346) < 1e-4)
        #expect(strokes[0].brush.minimumWidth == strokes[0].brush.maximumWidth)
        #expect(strokes[1].brush == .pen)
    }

    @Test("Traces are joined, placed in time or left out") func tracesAreJoinedPlacedInTimeOrLeftOut() throws {
        let read = try read(
            """
            <definitions><timestamp xml:id="t" time="1700000000500"/>
            <context xml:id="c" timestampRef="#t"><traceFormat><channel name="X"/><channel name="Y"/><channel name="T"/>
            </traceFormat></context></definitions>
            <trace xml:id="a" contextRef="#c" timeOffset="1000" continuation="begin">1 2 0</trace>
            <trace xml:id="b" contextRef="#c" timeOffset="2000" type="penUp">9 9 0</trace>
            <trace xml:id="d" contextRef="#c" timeOffset="1010" continuation="end" priorRef="#a">3 4 0</trace>
            <trace contextRef="#c" timeOffset="3000">5 6 100</trace>
            """)
        #expect(read.drawing.date == 1_700_000_000.5)
        #expect(read.drawing.strokes.map(\.start) == [1, 3.1])
        #expect(read.drawing.strokes[0].points.map(\.time) == [0, 0.01])
        #expect(read.warnings == ["Traces with the pen in the air were left out: 1."])
    }

    @Test("Continued traces without times of their own follow at the sample rate")
    func continuedTracesFollowAtTheSampleRate() throws {
        let source = "<inkSource><sampleRate value=\"100\"/></inkSource>"
        func times(_ traces: String) throws -> [Double] {
            let strokes = try read(source + traces).drawing.strokes
            #expect(strokes.count == 1)
            return strokes[0].points.map { ($0.time * 1e6).rounded() / 1e6 }
        }
        let begin = "<trace xml:id=\"a\" continuation=\"begin\">1 2, 3 4</trace>"
        func more(_ kind: String, _ id: String, _ prior: String, _ offset: String = "") -> String {
            "<trace xml:id=\"\(id)\" continuation=\"\(kind)\" priorRef=\"#\(prior)\"\(offset)>5 6, 7 8</trace>"
        }
        #expect(try times(begin + more("end", "b", "a")) == [0, 0.01, 0.02, 0.03])
        let three = begin + more("middle", "b", "a") + more("end", "c", "b")
        #expect(try times(three) == [0, 0.01, 0.02, 0.03, 0.04, 0.05])
        #expect(try times(begin + more("end", "b", "a", " timeOffset=\"500\"")) == [0, 0.01, 0.5, 0.51])
        #expect(try times(begin + more("end", "b", "a", " timeOffset=\"0\"")) == [0, 0.01, 0.02, 0.03])
    }

    @Test(
        "Attributes are decimal numbers",
        arguments: [
            ("200", 0.005), (" 200\n", 0.005), ("+2e2", 0.005), ("200.", 0.005), ("0xC8", 0), ("0x1p3", 0), ("2 00", 0),
            ("", 0), ("nan", 0), ("inf", 0), ("1_0", 0), ("-5", 0),
        ])
    func attributesAreDecimalNumbers(text: String, interval: Double) throws {
        let trace = "<trace timeOffset=\"1\">1 2, 3 4</trace>"
        let points = try read("<inkSource><sampleRate value=\"\(text)\"/></inkSource>\(trace)").drawing.strokes[0]
            .points
        #expect(abs(points[1].time - (interval == 0 ? 1.0 / 60 : interval)) < 1e-9)
    }

    @Test(
        "Written attributes have no exponents",
        arguments: [5e-8, -1.25e-9, 123e-10, 4.5e11, 0.25, -2, 0x1p-1030, 0, .leastNonzeroMagnitude])
    func writtenAttributesHaveNoExponents(start: Double) throws {
        let stroke = try Stroke([StrokePoint(InkPoint(x: 1, y: 2), time: 0)], start: start)
        let drawing = Drawing(size: InkSize(width: 9, height: 9), strokes: [stroke], date: 1e16)
        let written = try DrawingFile.data(of: drawing, as: .inkML)
        let words = String(decoding: written, as: UTF8.self)
        for (name, value) in [("timeOffset", start * 1000), ("time", 1e19)] {
            let rest = try #require(words.components(separatedBy: " \(name)=\"").last)
            let text = try #require(rest.components(separatedBy: "\"").first)
            #expect(text.allSatisfy { "0123456789.-".contains($0) } && Double(text) == value, "\(text)")
        }
        #expect(try DrawingFile.read(written)[0].drawing.date == 1e16)
    }

    @Test("Sample rates give times") func sampleRatesGiveTimes() throws {
        let points = try read(
            "<inkSource><sampleRate value=\"200\"/></inkSource><trace>1 2, 3 4, 5 6</trace>"
        ).drawing.strokes[0].points
        #expect(points.map(\.time) == [0, 0.005, 0.01])
    }

    @Test(
        "Invalid traces are rejected",
        arguments: [
            "<trace>1</trace>", "<trace>1 2 3</trace>", "<trace>1 2,,3 4</trace>", "<trace>1 x</trace>",
            "<trace>1 '</trace>",
            "<trace>? 2</trace>", "<trace contextRef=\"#nowhere\">1 2</trace>",
            "<trace brushRef=\"#nowhere\">1 2</trace>",
            "<traceFormat><channel name=\"X\"/></traceFormat><trace>1</trace>", "<trace>1 2", "<trace>1e999 2</trace>",
            "<trace>1e300 2</trace>",
            "<annotation type=\"inklock:width\">-1</annotation><annotation type=\"inklock:height\">1</annotation>",
        ])
    func brokenTracesAreRefused(body: String) {
        #expect(throws: DrawingFileError.self) { try read(body) }
    }

    @Test(
        "Document types, entities and other encodings are rejected",
        arguments: [
            "<!DOCTYPE ink><ink/>",
            "<?xml version='1.0'?><!DOCTYPE ink [<!ENTITY a 'aaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><ink><trace>&b;</trace></ink>",
            "<!DOCTYPE ink SYSTEM 'http://127.0.0.1:9/x.dtd'><ink/>",
            "<?xml version='1.0' encoding='UTF-16'?><ink/>", "<?xml version='1.0' encoding='UTF-7'?><ink/>",
            "<?xml version='1.0' encoding=utf-7?><ink/>", "<ink><trace>&other;</trace></ink>", "<html/>", "<ink", "<",
            "<ink></ink></ink>",
        ])
    func documentTypesEntitiesAndOtherEncodingsAreRefused(text: String) {
        #expect(throws: DrawingFileError.self) { try DrawingFile.read(Data(text.utf8), as: .inkML) }
    }

    /// If readers disagree on the end of a comment, one reads traces that the others skip.
    @Test("Marks of comments, instructions and CDATA do not overlap") func marksDoNotOverlap() throws {
        let hidden = "<trace>1 2</trace>"
        for text in ["<!-->", "<!--->", "<!-- a -- b -->", "<!-- a --->", "<?>"] {
            let body = "<ink>\(text)\(hidden)</ink>"
            #expect(throws: DrawingFileError.self, "\(body)") { try DrawingFile.read(Data(body.utf8), as: .inkML) }
        }
        for text in ["<!---->", "<!-- a - b -->", "<!--\(hidden)-->", "<!-->\(hidden)-->", "<?a?>"] {
            let body = "<ink>\(text)\(hidden)</ink>"
            let strokes = try DrawingFile.read(Data(body.utf8), as: .inkML)[0].drawing.strokes
            #expect(strokes.count == 1, "\(body)")
        }
    }

    @Test("UTF-16 is rejected") func utf16IsRefusedBeforeItIsParsed() {
        let text = "<?xml version='1.0'?><ink><trace>1 2</trace></ink>"
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16] {
            #expect(throws: DrawingFileError.self) { try DrawingFile.read(text.data(using: encoding)!, as: .inkML) }
        }
    }

    @Test("The depth of nesting is limited") func depthIsLimited() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<traceGroup>", count: depth) + "<trace>1 2</trace>"
                + String(repeating: "</traceGroup>", count: depth)
        }
        #expect(try read(nested(60)).drawing.strokes.count == 1)
        #expect(throws: DrawingFileError.self) { try read(nested(64)) }
        #expect(throws: DrawingFileError.self) { try read(nested(100_000)) }
    }
}
