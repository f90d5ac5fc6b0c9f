// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke
import Testing

@testable import InkFiles

@Suite struct PointListJSONTests {
    private func read(_ text: String) throws -> [NamedDrawing] { try DrawingFile.read(Data(text.utf8)) }

    @Test("Pairs get sixty samples a second") func pairsGetSixtySamplesASecond() throws {
        let read = try read("[[1,2],[3,4],[5,6]]")[0]
        #expect(read.drawing.strokes[0].points.map(\.position.x) == [1, 3, 5])
        let sixtieth = 1.0 / 60
        #expect(read.drawing.strokes[0].points.map(\.time) == [0, sixtieth, 2 * sixtieth])
        #expect(read.drawing.date == nil && read.drawing.size == InkSize(width: 21, height: 22))
        #expect(read.warnings == ["The file gives no times; 60 samples a second are assumed."])
    }

    @Test("Strokes without times follow each other") func strokesWithoutTimesFollowEachOther() throws {
        let strokes = try read("[[[1,2],[3,4]],[[5,6]]]")[0].drawing.strokes
        let sixtieth = 1.0 / 60
        #expect(strokes.map(\.start) == [0, 2 * sixtieth])
    }

    @Test("The third number of a triple is in milliseconds") func triplesHaveMilliseconds() throws {
        let drawing = try read("[[[1,2,100],[3,4,350]],[[5,6,1100]]]")[0].drawing
        #expect(drawing.strokes.map(\.start) == [0, 1] && drawing.date == nil)
        #expect(drawing.strokes[0].points.map(\.time) == [0, 0.25])
    }

    @Test("The column whose values fit is the pressure") func theColumnThatCanBeAPressureIsOne() throws {
        let third = try read("[[1,2,0.25,0],[3,4,0.75,10]]")[0].drawing.strokes[0]
        #expect(third.points.map(\.pressure) == [0.25, 0.75] && third.duration == 0.01)
        let fourth = try read("[[1,2,1523730547109,0.25],[3,4,1523730547119,1]]")[0].drawing
        #expect(fourth.strokes[0].points.map(\.pressure) == [0.25, 1] && fourth.strokes[0].duration == 0.01)
        #expect(fourth.date == 1_523_730_547.109)
        #expect(throws: DrawingFileError.self) { try read("[[1,2,3,4]]") }
    }

    @Test("Placeholder pressures are ignored") func pressuresThatNeverChangeFromAPlaceholderAreForgotten() throws {
        #expect(try read("[[1,2,0.5,0],[3,4,0.5,10]]")[0].drawing.strokes[0].points.map(\.pressure) == [nil, nil])
        #expect(try read("[[1,2,0,0],[3,4,0,10]]")[0].drawing.strokes[0].points.map(\.pressure) == [nil, nil])
        #expect(try read("[[1,2,1,0],[3,4,1,10]]")[0].drawing.strokes[0].points.map(\.pressure) == [1, 1])
    }

    @Test("Objects are read as rows") func objectsAreRowsToo() throws {
        let strokes = try read(#"[{"x":1,"y":2,"pressure":0.3,"t":5},{"x":3,"y":4,"pressure":0.4,"t":15}]"#)[0].drawing
            .strokes
        #expect(strokes[0].points[1] == StrokePoint(InkPoint(x: 3, y: 4), time: 0.01, pressure: 0.4))
        #expect(try read(#"[[{"x":1,"y":2,"time":5}]]"#)[0].drawing.strokes[0].points.count == 1)
        #expect(try read(#"[{"x":1,"y":2}]"#)[0].warnings.count == 1)
    }

    @Test("Named members become drawings in order") func namesMakeSeveralDrawingsInOrder() throws {
        let read = try read(#"{"b":[[1,2]],"a":[[[1,2,0]],[[3,4,9]]],"c":[]}"#)
        #expect(read.map(\.name) == ["a", "b", "c"])
        #expect(read.map(\.drawing.strokes.count) == [2, 1, 0])
        #expect(read[2].drawing.size == InkSize(width: 32, height: 32))
    }

    @Test("Records are named by path or label") func linesOfRecordsAreNamedByPathOrLabel() throws {
        let read = try read(
            """
            {"path":"z","label":"l","strokes":[[[1,2,0],[3,4,10]]]}
            {"label":"b","user":"1","strokes":[[[1,2,0]],[[5,6,685]]]}

            """)
        #expect(read.map(\.name) == ["b", "z"])
        #expect(read[0].drawing.strokes.map(\.start) == [0, 0.685])
    }

    @Test("Negative positions are moved along their own axis only")
    func negativePositionsAreMovedAlongTheirAxisOnly() throws {
        let read = try read("[[-10,2,0],[30,4,10]]")[0]
        #expect(read.drawing.strokes[0].points.map(\.position) == [InkPoint(x: 16, y: 2), InkPoint(x: 56, y: 4)])
        #expect(read.drawing.size == InkSize(width: 72, height: 20))
        #expect(read.warnings.count == 1 && read.warnings[0].contains("negative"))
    }

    @Test("Empty strokes are left out with a warning") func emptyStrokesAreLeftOutWithAWord() throws {
        let read = try read("[[],[[1,2,3]],[]]")[0]
        #expect(read.drawing.strokes.count == 1)
        #expect(read.warnings == ["Strokes without samples were left out: 2."])
    }

    @Test(
        "Invalid content is rejected",
        arguments: [
            "[1,2]", "[[1]]", "[[1,2],[1,2,3]]", "[[1,2,3,0.5,5]]", "[[1,2],{\"x\":1,\"y\":2}]", "[[[1,2]],7]",
            "[[\"1\",\"2\"]]",
            "[[1,null]]", "{}", "{\"a\":7}", "{\"a\":{\"b\":[]}}", "[[1e300,2]]", "[[1,2,-1e308],[1,2,1e308]]",
            "[[[[1,2]]]]",
            "{\"strokes\":7}", "[[[1,2,-1e308]],[[1,2,1e308]]]", "7", "null", "\"[]\"",
        ])
    func whatIsNoDrawingIsRefused(text: String) {
        #expect(throws: DrawingFileError.self) { try read(text) }
    }
}
