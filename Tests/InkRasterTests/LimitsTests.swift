// SPDX-License-Identifier: MIT
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport
import Testing

private func drawing(_ size: InkSize, _ points: [InkPoint], brush: Brush = .pen) -> Drawing {
    var drawing = Drawing(size: size)
    let samples = points.enumerated().map { StrokePoint($1, time: Double($0) * 0.01) }
    if let stroke = try? Stroke(samples, brush: brush) { drawing.strokes.append(stroke) }
    return drawing
}

@Suite struct LimitsTests {
    private let ten = InkSize(width: 10, height: 10)
    private let line = [InkPoint(x: 2, y: 2), InkPoint(x: 8, y: 8)]

    @Test("Invalid sizes and scales are rejected", arguments: [0, -1, .nan, .infinity, -.infinity] as [Double])
    func invalidSizesAndScalesAreRejected(bad: Double) {
        for size in [InkSize(width: bad, height: 5), InkSize(width: 5, height: bad)] {
            #expect(throws: RasterError.empty) { try Rendering().bitmap(drawing(size, line)) }
            #expect(throws: RasterError.empty) { try InkCanvas(size: size, scale: 1) }
        }
        #expect(throws: RasterError.empty) { try Rendering(scale: bad).bitmap(drawing(ten, line)) }
        #expect(throws: RasterError.empty) { try InkCanvas(size: ten, scale: bad) }
    }

    @Test("Oversized bitmaps are rejected") func oversizedBitmapsAreRejected() {
        for (width, height) in [(32_769.0, 1.0), (1, 32_769), (20_000, 20_000), (1e300, 1), (1e300, 1e300)] {
            let size = InkSize(width: width, height: height)
            #expect(throws: RasterError.tooLarge) { try Rendering().bitmap(drawing(size, line)) }
            #expect(throws: RasterError.tooLarge) { try InkCanvas(size: size, scale: 1) }
        }
        #expect(throws: RasterError.tooLarge) { try Rendering(scale: 1e300).bitmap(drawing(ten, line)) }
        #expect(throws: RasterError.empty) { try Bitmap(width: 0, height: 4) }
        #expect(throws: RasterError.empty) { try Bitmap(width: 4, height: -4) }
        #expect(throws: RasterError.tooLarge) { try Bitmap(width: .max, height: .max) }
    }

    @Test("The bytes of a bitmap are passed without a copy, with the error of the function") func bytesArePassed()
        throws
    {
        let bitmap = try Rendering(background: Background(color: .white)).bitmap(drawing(ten, line))
        #expect(bitmap.withUnsafeBytes { Array($0) } == bitmap.rgba)
        #expect(Set(bitmap.rgba).count > 1)
        let addresses = (0..<2).map { _ in bitmap.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
        #expect(addresses[0] == addresses[1])
        #expect(throws: RasterError.empty) {
            try bitmap.withUnsafeBytes { _ throws(RasterError) -> Int in throw RasterError.empty }
        }
    }

    @Test("Extreme scales still render", arguments: Brush.Tip.allCases) func extremeScalesStillRender(tip: Brush.Tip)
        throws
    {
        let brush = Brush(tip: tip, minimumWidth: 2, maximumWidth: 2)
        for scale in [0x1p-1063, 1e-300, 1e-12, 1e-3] {
            let bitmap = try Rendering(scale: scale).bitmap(drawing(ten, line, brush: brush))
            #expect(bitmap.width == 1 && bitmap.height == 1)
        }
        for scale in [1e9, 1e300, 1e307] {
            let size = InkSize(width: 4 / scale, height: 4 / scale)
            let dot = drawing(size, [.zero], brush: brush)
            let bitmap = try Rendering(scale: scale).bitmap(dot)
            #expect(bitmap.width == 4 && bitmap[2, 2].alpha > 0)
        }
    }

    @Test("Ink outside the surface is cut off") func inkOutsideTheSurfaceIsCutOff() throws {
        let wide = Brush(minimumWidth: 6, maximumWidth: 6)
        let outside = drawing(ten, [InkPoint(x: -50, y: 5), InkPoint(x: -20, y: 5)], brush: wide)
        #expect(try Rendering().bitmap(outside).pixels.allSatisfy { $0 == 0 })
        let through = drawing(ten, [InkPoint(x: -50, y: 5), InkPoint(x: 60, y: 5)], brush: wide)
        let bitmap = try Rendering().bitmap(through)
        for x in 0..<10 as Range<Int32> {
            let column = (0..<10 as Range<Int32>).map { bitmap[x, $0].alpha }
            #expect(column == [0, 0, 255, 255, 255, 255, 255, 255, 0, 0])
        }
    }

    @Test("Distant coordinates are rendered accurately", arguments: [1.0, 2, 4])
    func farCoordinatesAreRenderedWhereTheyAre(scale: Double) throws {
        let far = Stroke.coordinateLimit
        let brush = Brush(minimumWidth: 3, maximumWidth: 3)
        let corner = [InkPoint(x: far - 8, y: far - 8), InkPoint(x: far, y: far)]
        let near = corner.map { $0 - InkPoint(x: far - 8, y: far - 8) }
        let expected = try Rendering(scale: scale, isCropped: true).bitmap(drawing(ten, near, brush: brush))
        #expect(try Rendering(scale: scale, isCropped: true).bitmap(drawing(ten, corner, brush: brush)) == expected)
        // A line to the far corner has the same slope near the origin.
        let long = drawing(ten, [.zero, InkPoint(x: far, y: far / 2)], brush: brush)
        let short = drawing(ten, [.zero, InkPoint(x: 100, y: 50)], brush: brush)
        let a = try Rendering(scale: scale).bitmap(long)
        let b = try Rendering(scale: scale).bitmap(short)
        for (p, q) in zip(a.pixels, b.pixels) { #expect(abs(Int(p >> 24) - Int(q >> 24)) <= 2) }
    }
}
