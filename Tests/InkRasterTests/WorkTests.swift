// SPDX-License-Identifier: MIT
import InkGeometry
import InkRaster
import InkStroke
import Testing

/// Numbers of docs/SPEC.md, "Evidence", computed by hand.
@Suite struct WorkTests {
    /// Strokes of two samples, 3 points to the right and 1 down of each other.
    private func drawing(_ count: Int, width: Double, size: InkSize) throws -> Drawing {
        let points = [InkPoint(x: 10, y: 10), InkPoint(x: 13, y: 11)]
        let brush = Brush(minimumWidth: width, maximumWidth: width)
        let stroke = try Stroke(points.map { StrokePoint($0, time: 0) }, brush: brush)
        return Drawing(size: size, strokes: [Stroke](repeating: stroke, count: count))
    }

    @Test("The largest share of lines, turns and boxes counts", arguments: [false, true])
    func theLargestShareCounts(isCropped: Bool) throws {
        let size = InkSize(width: 600, height: 100)
        let rendering = Rendering(scale: 4, isCropped: isCropped)
        // Each line has 4 points, 16 pixels.
        let thin = try drawing(8, width: 0.125, size: size)
        #expect(rendering.work(of: thin) == 8 * 16 / 0x1p22)
        #expect(rendering.outlineWork(of: thin) == 8 * 16 / 0x1p22)
        // Each turn is 8 pixels wide, first without a line and then with one whose root is 4.
        let wide = try drawing(8, width: 2, size: size)
        #expect(rendering.work(of: wide) == 8 * 4 * 8 * (1 + 5) / 0x1p24)
        #expect(rendering.outlineWork(of: wide) == 8 * 4 * 8 * (1 + 5) / 0x1p24)
    }

    @Test("Boxes count as far as they are shown") func boxesAreCounted() throws {
        // Each box has 515 × 513 points.
        let widest = try drawing(3, width: 512, size: InkSize(width: 600, height: 100))
        #expect(Rendering(scale: 8).work(of: widest) == 3 * 515 * 100 * 64 / 0x1p28)
        #expect(Rendering(scale: 4, isCropped: true).work(of: widest) == 3 * 515 * 513 * 16 / 0x1p28)
    }

    @Test("A picture of too many pixels has infinite work") func pixelsAreLimited() throws {
        for (side, isSmall) in [(4095.0, true), (4096, false), (1_000_000, false)] {
            let dot = try drawing(1, width: 1, size: InkSize(width: side, height: side))
            #expect((Rendering().work(of: dot) < 1) == isSmall)
            #expect((Rendering(scale: 0.5).work(of: dot) == .infinity) == (side > 10_000))
            #expect(Rendering(isCropped: true).work(of: dot) < 1)
        }
    }
}
