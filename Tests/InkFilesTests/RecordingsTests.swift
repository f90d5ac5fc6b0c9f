// SPDX-License-Identifier: MIT
import Foundation
import InkExport
import InkStroke
import InkTestSupport
import Testing

@testable import InkFiles

@Suite(.enabled(if: Recordings.areHere, "needs the recorded drawings; set INKLOCK_RECORDINGS to their folder"))
struct RecordingsTests {
    @Test("Rows with times before pressures are read") func rowsWithTimesBeforePressuresAreRead() throws {
        let read = try DrawingFile.read(Recordings.data("fixtures/signature_pad.json"))
        #expect(read.map(\.name) == ["face", "square"])
        #expect(read[0].drawing.strokes.map(\.points.count) == [1, 1, 16])
        #expect(read[0].drawing.date == 1_523_730_547.109)
        #expect(read[0].drawing.strokes[2].start == 1.339)
        #expect(
            read.allSatisfy { $0.warnings.isEmpty && $0.drawing.strokes.allSatisfy { $0.points[0].pressure == nil } })
    }

    @Test("Rows of every layout are read") func rowsOfEveryShapeAreRead() throws {
        let read = try DrawingFile.read(Recordings.data("fixtures/perfect_freehand_inputs.json"))
        #expect(read.count == 12 && read.allSatisfy { $0.drawing.strokes.count == 1 })
        #expect(read.map(\.drawing.pointCount).max() == 675)
        let one = try DrawingFile.read(Recordings.data("fixtures/perfect_freehand_sample.json"))
        #expect(one.count == 1 && one[0].name == nil && one[0].drawing.pointCount == 360)
    }

    @Test(
        "Every record is kept exactly, and takes few bytes if it is rounded",
        // Drawings of 76 samples; the second are quick ones on phones, whose samples lie far apart.
        arguments: [("dollar1/dollar1.ndjson.gz", 2880, 2.5), ("mmg_plus/mmg_plus.ndjson.gz", 2240, 3.5)])
    func everyRecordIsKeptAndRoundedTakesLittle(file: (String, Int, Double)) throws {
        let read = try DrawingFile.read(Data(Gzip.decompressed(Array(Recordings.data(file.0)), limit: 50_000_000)))
        #expect(read.count == file.1)
        #expect(zip(read, read.dropFirst()).allSatisfy { $0.name! <= $1.name! })
        var (exact, rounded, older, samples) = (0, 0, 0, 0)
        for named in read {
            let compact = try DrawingFile.data(of: named.drawing, as: .compact)
            #expect(try DrawingFile.read(compact)[0].drawing == named.drawing)
            let json = try DrawingFile.read(DrawingFile.data(of: named.drawing, as: .inklock))[0].drawing
            #expect(json == named.drawing)
            exact += compact.count
            rounded += PackedStrokes.encode(named.drawing, rounding: .init()).count
            older += StrokeCodec.encode(named.drawing).count
            samples += named.drawing.pointCount
        }
        func each(_ bytes: Int) -> Double { (Double(bytes) / Double(samples) * 100).rounded() / 100 }
        print(
            "\(file.0): \(samples) samples; bytes each: exact \(each(exact)), rounded \(each(rounded)), "
                + "version 1 \(each(older))")
        #expect(each(rounded) <= file.2)
    }
}
