// SPDX-License-Identifier: MIT
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport
import Testing

@Suite struct BrushTests {
    private func picture(
        _ brush: Brush, _ samples: [StrokePoint], size: InkSize = InkSize(width: 120, height: 60), scale: Double = 1
    ) throws -> Bitmap {
        let drawing = Drawing(size: size, strokes: [try Stroke(samples, brush: brush)])
        return try Rendering(scale: scale).bitmap(drawing)
    }

    private func loops(_ seed: UInt64) -> [StrokePoint] {
        var hand = SyntheticHand(seed: seed, size: InkSize(width: 120, height: 60))
        return hand.samples(300, noise: 0.3)
    }

    /// A translucent stroke has the same opacity where it crosses itself.
    @Test(
        "Strokes that cross themselves are not darker there", arguments: [Brush.Tip.marker, .pen],
        0..<6 as Range<UInt64>)
    func selfCrossingStrokesAreNotDarker(tip: Brush.Tip, seed: UInt64) throws {
        let color = SRGBColor(rgba: 0xFFC4_0066)
        let bitmap = try picture(Brush(tip: tip, color: color, minimumWidth: 9, maximumWidth: 12), loops(seed))
        let inked = bitmap.pixels.filter { $0 != 0 }
        #expect(inked.allSatisfy { $0 >> 24 <= 0x66 && $0 & 0xFF_FFFF == 0x00C4FF })
        #expect(inked.filter { $0 >> 24 == 0x66 }.count > 300)
    }

    @Test("Crossing strokes on a transparent page add up") func twoStrokesOnTransparencyAddUp() throws {
        let brush = Brush(tip: .marker, color: SRGBColor(rgba: 0xFF00_0080), minimumWidth: 10, maximumWidth: 10)
        let across = [StrokePoint(InkPoint(x: 5, y: 30), time: 0), StrokePoint(InkPoint(x: 90, y: 30), time: 1)]
        let down = [StrokePoint(InkPoint(x: 50, y: 5), time: 0), StrokePoint(InkPoint(x: 50, y: 55), time: 1)]
        let strokes = [try Stroke(across, brush: brush), try Stroke(down, brush: brush)]
        let bitmap = try Rendering().bitmap(Drawing(size: InkSize(width: 120, height: 60), strokes: strokes))
        #expect(bitmap[20, 30] == SRGBColor(rgba: 0xFF00_0080))
        #expect(bitmap[50, 30] == SRGBColor(rgba: 0xFF00_00C0))
    }

    private func pencil(_ seed: UInt32) -> Brush {
        Brush(tip: .pencil, color: .black, minimumWidth: 40, maximumWidth: 40, seed: seed)
    }

    private let block = [StrokePoint(InkPoint(x: 30, y: 30), time: 0), StrokePoint(InkPoint(x: 90, y: 30), time: 1)]

    @Test("Pencils show the grain of the paper") func pencilsShowTheGrainOfThePaper() throws {
        let alphas = try picture(pencil(0), block).pixels.filter { $0 != 0 }.map { $0 >> 24 }
        let mean = Double(alphas.reduce(0, +)) / Double(alphas.count)
        #expect(Set(alphas).count > 60 && mean > 100 && mean < 235)
    }

    @Test("The seed shifts the grain") func theSeedShiftsTheGrain() throws {
        #expect(try picture(pencil(1), block) == picture(pencil(1), block))
        #expect(try picture(pencil(1), block) != picture(pencil(0), block))
        #expect(try picture(pencil(1), block) != picture(pencil(2), block))
        for seed in [0, 1, 2, .max] as [UInt32] {
            let offset = Grain.offset(seed: seed)
            #expect((0..<Grain.side).contains(offset.x) && (0..<Grain.side).contains(offset.y))
        }
    }

    /// A cropped drawing has the same bytes as in the whole.
    @Test("Cropping does not move the grain", arguments: [1.0, 2]) func croppingMovesNoGrain(scale: Double) throws {
        let drawing = Drawing(size: InkSize(width: 160, height: 100), strokes: [try Stroke(block, brush: pencil(3))])
        let whole = try Rendering(scale: scale).bitmap(drawing)
        let cropping = Rendering(scale: scale, isCropped: true)
        let area = cropping.area(of: drawing)
        let part = try cropping.bitmap(drawing)
        #expect(area == InkRect(minX: 2, minY: 2, maxX: 118, maxY: 58))
        #expect(part.width == Int32(116 * scale) && part.height == Int32(56 * scale))
        for y in 0..<part.height {
            for x in 0..<part.width where part[x, y] != whole[x + Int32(2 * scale), y + Int32(2 * scale)] {
                Issue.record("\(x), \(y)")
                return
            }
        }
    }

    /// Neighbours across the tile's border differ no more than neighbours inside.
    @Test("The tile of the grain has no seam") func theGrainsTileHasNoSeam() {
        let tile = Grain().opacities.map { Int($0) }
        let side = Grain.side
        var down = 0
        var across = 0
        var seamDown = 0
        var seamAcross = 0
        for i in 0..<side {
            for k in 1..<side {
                across += abs(tile[i * side + k] - tile[i * side + k - 1])
                down += abs(tile[k * side + i] - tile[(k - 1) * side + i])
            }
            seamAcross += abs(tile[i * side] - tile[i * side + side - 1])
            seamDown += abs(tile[i] - tile[(side - 1) * side + i])
        }
        #expect(tile.count == side * side && tile.allSatisfy { (64...255).contains($0) })
        #expect(seamAcross * (side - 1) < across * 5 / 4 && seamDown * (side - 1) < down * 5 / 4)
    }
}
