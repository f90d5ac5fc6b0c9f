// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@testable import InkRaster

@Suite struct PieceLimitTests {
    /// Returns the coverage of every pixel of a clip.
    private struct Picture: CoverageSink, Equatable {
        let width: Int32
        var coverages: [UInt32]

        init(_ clip: PixelRect) {
            width = clip.width
            coverages = [UInt32](repeating: 0, count: Int(clip.width * clip.height))
        }

        mutating func add(x: Int32, y: Int32, count: Int32, coverage: UInt32) {
            for i in 0..<count { coverages[Int(y * width + x + i)] += coverage }
        }
    }

    @Test("Filling in pieces gives the same pixels", arguments: 0..<12 as Range<UInt64>)
    func fillingInPiecesGivesTheSamePixels(seed: UInt64) {
        let clip = PixelRect(minX: 0, minY: 0, maxX: 300, maxY: 150)
        let none = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
        for inked in InkedDrawing(SyntheticHand.drawing(seed: seed), accuracy: 0.05).strokes {
            var whole = Picture(clip)
            var filler = OutlineFiller()
            filler.fill(inked.outline, scale: 1, origin: none, clip: clip, into: &whole)
            for limit in [0, 7, 100] {
                var halved = Picture(clip)
                filler.pieceLimit = limit
                filler.fill(inked.outline, scale: 1, origin: none, clip: clip, into: &halved)
                #expect(halved == whole)
            }
            #expect(whole.coverages.contains { $0 > 0 })
        }
    }
}
