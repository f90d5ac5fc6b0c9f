// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@testable import InkFiles

@Suite struct WrittenDrawingTests {
    private static let writable = DrawingFormat.allCases.filter { $0 != .rows }
    private static let extremes: [Double] = [
        0, -0.0, 1, -1, 1e8, 1e11, -1e11, 5e11, -5e11, 1e12, -1e12, 8.64e12, 8.65e12, 1e15, 1e17, 1e22, -1e22, 1e100,
        1e300, -1e300,
        1e305,
        .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]

    /// A drawing with times as far away as a double reaches, and strokes as long as they may be.
    private func extremeDrawing(_ random: inout SplitMix64) throws -> Drawing {
        var drawing = randomDrawing(&random)
        drawing.date = Bool.random(using: &random) ? Self.extremes.randomElement(using: &random) : drawing.date
        for i in drawing.strokes.indices where Bool.random(using: &random) {
            drawing.strokes[i].start = Self.extremes.randomElement(using: &random)!
        }
        if Bool.random(using: &random) { drawing.strokes.append(Stroke()) }
        if Bool.random(using: &random) {
            let limit = Stroke.timeLimit
            let times = [[-limit, limit], [0, limit], [limit, limit], [0, limit - 0.01]].randomElement(using: &random)!
            drawing.strokes.append(
                try Stroke(
                    times.map { StrokePoint(InkPoint(x: 1, y: -1_000_000), time: $0, tilt: .greatestFiniteMagnitude) }))
        }
        return drawing
    }

    @Test("Every written drawing can be read back", arguments: 0..<20 as Range<UInt64>)
    func whatIsWrittenIsReadAgainOrRefused(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let drawing = try extremeDrawing(&random)
            for format in Self.writable {
                let data: Data
                do throws(DrawingFileError) {
                    data = try DrawingFile.data(of: drawing, as: format)
                } catch {
                    guard case .unwritable = error else { throw error }
                    continue
                }
                let read = try DrawingFile.read(data, as: format)[0].drawing
                let count = drawing.strokes.count { !$0.points.isEmpty }
                #expect(read.strokes.count { !$0.points.isEmpty } == count, "\(format), seed \(seed)")
                #expect(read.pointCount == drawing.pointCount)
                if format == .inklock { #expect(read == drawing) }
                let written = try WrittenDrawing(NamedDrawing(drawing: drawing), as: format)
                #expect(written.data == data)
                if format == .inklock { #expect(written.losses.isEmpty) }
            }
        }
    }

    @Test("Ordinary drawings can be written in every format", arguments: 0..<20 as Range<UInt64>)
    func ordinaryDrawingsAreWritableInEveryFormat(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let drawing = randomDrawing(&random)
        for format in Self.writable {
            let written = try WrittenDrawing(NamedDrawing(drawing: drawing), as: format)
            let isExact = [.inklock, .inkML, .compact].contains(format)
            #expect(written.losses.isEmpty == isExact, "\(format): \(written.losses)")
        }
    }

    @Test("An offset of centuries does not round times") func anOffsetOfCenturiesCostsTimesNoDigit() throws {
        let points = (0..<9).map { StrokePoint(InkPoint(x: 1, y: 1), time: Double($0) / 128) }
        let drawing = Drawing(
            size: InkSize(width: 9, height: 9), strokes: [try Stroke(points, start: Stroke.startLimit / 2)])
        let read = try DrawingFile.read(DrawingFile.data(of: drawing, as: .inkML))[0].drawing
        #expect(read.strokes[0].points.map(\.time) == points.map(\.time))
    }

    @Test("Losses of a format are listed") func lossesAreNamed() throws {
        let points = [
            StrokePoint(InkPoint(x: 1.001, y: 2), time: 0, pressure: 0.3, tilt: 1, azimuth: 2),
            StrokePoint(InkPoint(x: 3, y: 4), time: 1, pressure: 0.4, tilt: 1, azimuth: 2),
        ]
        let pencil = Brush(tip: .pencil, color: .black, minimumWidth: 1, maximumWidth: 2, seed: 7)
        let stroke = try Stroke(points, brush: pencil, model: .midpointQuadratic)
        let drawing = Drawing(size: InkSize(width: 320, height: 200), strokes: [stroke, Stroke()], date: 1_700_000_000)
        func losses(_ format: DrawingFormat, name: String? = nil) throws -> [String] {
            try WrittenDrawing(NamedDrawing(name: name, drawing: drawing), as: format).losses
        }
        #expect(
            try losses(.signaturePad) == [
                "The format does not keep this drawing's size, strokes without samples, tips, models, seeds, tilts and azimuths."
            ])
        #expect(try losses(.compact).isEmpty)
        let rounded = try WrittenDrawing(NamedDrawing(drawing: drawing), as: .compact, rounding: .init()).losses
        #expect(rounded == ["The format rounds this drawing's positions and pressures."])
        #expect(
            try losses(.timeSeries2007) == [
                "The format does not keep this drawing's date, strokes without samples, tips, models, colours, widths and seeds.",
                "The format rounds this drawing's size, positions, pressures, tilts and azimuths.",
            ])
        #expect(try losses(.inkML) == ["The format does not keep this drawing's strokes without samples."])
        #expect(try losses(.inklock).isEmpty)
        #expect(try losses(.inklock, name: "me") == ["The format does not keep this drawing's name."])
    }

    @Test("Times out of range are not written") func timesThatNoReaderTakesAreRefused() throws {
        let point = StrokePoint(InkPoint(x: 1, y: 1), time: 0)
        let drawing = Drawing(size: InkSize(width: 9, height: 9), strokes: [try Stroke([point])], date: 1e300)
        #expect(throws: DrawingFileError.self) { try DrawingFile.data(of: drawing, as: .signaturePad) }
        let long = try Stroke([StrokePoint(InkPoint(x: 1, y: 1), time: -Stroke.timeLimit), point])
        for format in [DrawingFormat.signaturePad, .inkML] {
            #expect(throws: DrawingFileError.self) { try DrawingFile.data(of: Drawing(strokes: [long]), as: format) }
        }
    }

    @Test("The last member of a name is used") func ofSeveralMembersOfOneNameTheLastIsTheDrawing() throws {
        let read = try DrawingFile.read(Data("{\"k\":[[[1,1,0]]],\"a\":[],\"k\":[[[1,1,0],[2,2,1]]]}".utf8))
        #expect(read.map(\.name) == ["a", "k"] && read[1].drawing.pointCount == 2)
        // Names that are canonically equal but not the same bytes are two.
        #expect(try DrawingFile.read(Data("{\"\u{E9}\":[],\"e\u{301}\":[]}".utf8)).count == 2)
    }
}
