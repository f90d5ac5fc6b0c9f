// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import Testing

@testable import InkRaster
@testable import InkStroke

@Suite struct ClipTests {
    /// A picture painted within a clip has the bytes of the whole inside and is unchanged outside.
    @Test("Painting within any clip gives the pixels of the whole", arguments: 0..<40 as Range<UInt64>)
    func anyClipGivesTheBytesOfTheWhole(seed: UInt64) throws {
        let scale = [0.5, 1, 2, 3.3][Int(seed % 4)]
        let drawing = SyntheticHand.drawing(seed: seed, size: InkSize(width: 120, height: 60))
        let strokes = InkedDrawing(drawing, accuracy: InkedDrawing.accuracy(scale: scale)).strokes
        let blank = try Bitmap(
            width: Int32(120 * scale), height: Int32(60 * scale), color: SRGBColor(rgba: 0x8040_2030))
        var painter = InkPainter(scale: scale)
        var whole = blank
        for inked in strokes { painter.paint(inked.outline, inked.stroke.brush, clip: whole.bounds, into: &whole) }
        var random = SplitMix64(seed: seed)
        for _ in 0..<12 {
            let x = Int32(random.next() % UInt64(whole.width))
            let y = Int32(random.next() % UInt64(whole.height))
            let clip = PixelRect(
                minX: x, minY: y, maxX: x + 1 + Int32(random.next() % 30), maxY: y + 1 + Int32(random.next() % 20))
            var part = blank
            for inked in strokes { painter.paint(inked.outline, inked.stroke.brush, clip: clip, into: &part) }
            var expected = blank
            expected.copy(clip, from: whole)
            #expect(part == expected, "\(clip)")
        }
    }

    /// So wide a surface has bands of 32 rows, whose edges continue in the next.
    @Test("A wide picture has the pixels of its parts", arguments: 0..<4 as Range<UInt64>)
    func widePictureHasThePixelsOfItsParts(seed: UInt64) throws {
        let drawing = SyntheticHand.drawing(seed: seed, size: InkSize(width: 4_096, height: 200))
        let strokes = InkedDrawing(drawing, accuracy: InkedDrawing.accuracy(scale: 1)).strokes
        var painter = InkPainter(scale: 1)
        var whole = try Bitmap(width: 4_096, height: 200)
        for inked in strokes { painter.paint(inked.outline, inked.stroke.brush, clip: whole.bounds, into: &whole) }
        var parts = try Bitmap(width: 4_096, height: 200)
        var random = SplitMix64(seed: seed)
        var x: Int32 = 0
        while x < 4_096 {
            let end = min(4_096, x + 1 + Int32(random.next() % 400))
            let clip = PixelRect(minX: x, minY: 0, maxX: end, maxY: 200)
            for inked in strokes { painter.paint(inked.outline, inked.stroke.brush, clip: clip, into: &parts) }
            x = end
        }
        #expect(parts == whole)
        #expect(whole.pixels.contains { $0 != 0 })
    }

    /// A part painted into a small bitmap of its own has the bytes of the whole, including the grain.
    @Test("Painting from any origin gives the pixels of the whole", arguments: 0..<20 as Range<UInt64>)
    func anyOriginGivesTheBytesOfTheWhole(seed: UInt64) throws {
        let scale = [1.0, 2, 3.3][Int(seed % 3)]
        let drawing = SyntheticHand.drawing(seed: seed, size: InkSize(width: 120, height: 60))
        let strokes = InkedDrawing(drawing, accuracy: InkedDrawing.accuracy(scale: scale)).strokes
        var whole = try Bitmap(width: Int32(120 * scale), height: Int32(60 * scale))
        var painter = InkPainter(scale: scale)
        for inked in strokes { painter.paint(inked.outline, inked.stroke.brush, clip: whole.bounds, into: &whole) }
        var random = SplitMix64(seed: seed)
        for _ in 0..<6 {
            let x = Int32(random.next() % 80)
            let y = Int32(random.next() % 40)
            var part = try Bitmap(width: 33, height: 19)
            var shifted = InkPainter(scale: scale, originX: x, originY: y)
            for inked in strokes { shifted.paint(inked.outline, inked.stroke.brush, clip: part.bounds, into: &part) }
            var wrong = 0
            for row in 0..<min(19, whole.height - y) {
                for column in 0..<min(33, whole.width - x) where part[column, row] != whole[x + column, y + row] {
                    wrong += 1
                }
            }
            #expect(wrong == 0, "in the part at \(x), \(y)")
        }
    }
}
