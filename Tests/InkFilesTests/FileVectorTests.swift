// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@testable import InkFiles

/// Files in `Vectors/files/vectors.json`, which `Vectors/check-files.mjs` reads with readers of its own.
///
/// With `INKLOCK_WRITE_FILES` set, the test writes them, and the corpus of fuzzing, again.
@Suite struct FileVectorTests {
    private struct Vector: Codable {
        /// InkLock's JSON of the drawing.
        var drawing: String
        var iso2007: Data
        var iso2014: Data
        var isoCompact: Data
        var exact: Data
        var rounded: Data
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let file = root.appendingPathComponent("Vectors/files/vectors.json")

    private static func vector(_ drawing: Drawing) throws -> Vector {
        Vector(
            drawing: String(decoding: try DrawingFile.data(of: drawing, as: .inklock), as: UTF8.self),
            iso2007: try DrawingFile.data(of: drawing, as: .timeSeries2007),
            iso2014: try DrawingFile.data(of: drawing, as: .timeSeries2014),
            isoCompact: try DrawingFile.data(of: drawing, as: .timeSeriesCompact),
            exact: try DrawingFile.data(of: drawing, as: .compact),
            rounded: Data(PackedStrokes.encode(drawing, rounding: .init())))
    }

    @Test("The recorded files are those that are written") func recordedFiles() throws {
        if ProcessInfo.processInfo.environment["INKLOCK_WRITE_FILES"] != nil { try Self.write() }
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: Self.file))
        #expect(vectors.count == 12)
        for (i, vector) in vectors.enumerated() {
            let drawing = try DrawingFile.read(Data(vector.drawing.utf8))[0].drawing
            let written = try Self.vector(drawing)
            #expect(written.iso2007 == vector.iso2007 && written.iso2014 == vector.iso2014, "\(i)")
            #expect(written.isoCompact == vector.isoCompact, "\(i)")
            #expect(written.exact == vector.exact && written.rounded == vector.rounded, "\(i)")
        }
    }

    private static func write() throws {
        var random = SplitMix64(seed: 19_794)
        var drawings = (0..<8 as Range<UInt64>).map { SyntheticHand.drawing(seed: $0 + 600).inSequence }
        for i in drawings.indices { drawings[i].date = 1_700_000_000 + Double(i) * 1e7 + 0.125 }
        drawings += (0..<4).map { _ in randomDrawing(&random, reach: 700).inSequence }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try (encoder.encode(drawings.map(vector)) + Data("\n".utf8)).write(to: file)
        let corpus = root.appendingPathComponent("Fuzz/Corpus")
        var small = drawings[1]
        small.strokes = try drawings[1].strokes.prefix(2).map { stroke in
            try Stroke(Array(stroke.points.prefix(9)), brush: stroke.brush)
        }
        try Data(PackedStrokes.encode(small)).write(to: corpus.appendingPathComponent("strokes/packed"))
        let rounded = PackedStrokes.encode(drawings[2], rounding: .init())
        try Data(rounded).write(to: corpus.appendingPathComponent("strokes/packed-rounded"))
        try DrawingFile.data(of: small, as: .timeSeries2014).write(
            to: corpus.appendingPathComponent("time-series/drawing"))
    }
}
