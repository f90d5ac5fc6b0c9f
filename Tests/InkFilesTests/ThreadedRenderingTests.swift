// SPDX-License-Identifier: MIT
import InkFiles
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport
import Testing

@Suite struct ThreadedRenderingTests {
    @Test("Drawings have the same pixels on any number of threads", arguments: 0..<UInt64(8))
    func pixelsAreEqual(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for drawing in [SyntheticHand.drawing(seed: seed), randomDrawing(&random, reach: 300)] {
            for isCropped in [false, true] {
                var rendering = Rendering(scale: 1.7, isCropped: isCropped)
                if seed % 2 == 1 { rendering.background.color = SRGBColor(red: 250, green: 240, blue: 200) }
                let accuracy = InkedDrawing.accuracy(scale: rendering.scale)
                let inked = InkedDrawing(drawing, accuracy: accuracy)
                let expected = try rendering.bitmap(inked)
                for threadCount in [-1, 1, 2, 3, 8, 100_000] {
                    #expect(try rendering.bitmap(inked, threadCount: threadCount) == expected, "\(threadCount)")
                }
            }
        }
    }

    @Test("A drawing without ink, or without an area, is the same on threads") func emptyDrawings() throws {
        let blank = InkedDrawing(Drawing(size: InkSize(width: 20, height: 10)), accuracy: 0.05)
        let rendering = Rendering(scale: 2)
        #expect(try rendering.bitmap(blank, threadCount: 2) == rendering.bitmap(blank))
        let none = InkedDrawing(Drawing(), accuracy: 0.05)
        #expect(throws: RasterError.empty) { try rendering.bitmap(none, threadCount: 2) }
    }
}
