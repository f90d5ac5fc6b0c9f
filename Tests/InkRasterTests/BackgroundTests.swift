// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import Testing

@testable import InkRaster

@Suite struct BackgroundTests {
    private func image(_ width: Int32, _ height: Int32, _ color: (Int32, Int32) -> UInt32) throws -> Bitmap {
        var image = try Bitmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width { image.pixels[Int(y * width + x)] = Bitmap.pixel(SRGBColor(rgba: color(x, y))) }
        }
        return image
    }

    private func page(_ width: Double, _ height: Double, _ background: Background, scale: Double = 1) throws -> Bitmap {
        let drawing = Drawing(size: InkSize(width: width, height: height))
        return try Rendering(scale: scale, background: background).bitmap(drawing)
    }

    @Test("A colour fills the page") func aColourFillsThePage() throws {
        let color = SRGBColor(rgba: 0x1234_5678)
        let pixels = try page(7, 5, Background(color: color)).pixels
        #expect(pixels.count == 35 && pixels.allSatisfy { $0 == Bitmap.pixel(color) })
        #expect(try page(7, 5, .transparent).pixels.allSatisfy { $0 == 0 })
    }

    @Test("An image of one pixel covers the page", arguments: [0.01, 1, 3.7])
    func onePixelCoversAll(scale: Double) throws {
        let dot = try image(1, 1) { _, _ in 0x10C0_40FF }
        let pixels = try page(90, 55, Background(image: dot), scale: scale).pixels
        #expect(pixels.allSatisfy { $0 == 0xFF40_C010 })
    }

    /// A square image on a wide page shows all its columns and the middle of its rows.
    @Test("Images cover the page and are centred") func imagesCoverThePageAndAreCentred() throws {
        let rows = try image(8, 8) { _, y in y < 2 || y > 5 ? 0xFF00_00FF : 0x0000_FFFF }
        let wide = try page(8, 4, Background(image: rows))
        #expect(wide.pixels.allSatisfy { $0 == 0xFFFF_0000 })
        let tall = try page(4, 8, Background(image: rows))
        for y in 0..<8 as Range<Int32> {
            for x in 0..<4 as Range<Int32> { #expect(tall[x, y] == rows[0, y]) }
        }
    }

    @Test("An image of the same size as the page is copied") func anImageOfThePagesSizeIsCopied() throws {
        let picture = try image(9, 6) { x, y in UInt32(x * 20) << 24 | UInt32(y * 40) << 16 | 0x77FF }
        #expect(try page(9, 6, Background(image: picture)) == picture)
    }

    /// At any factor no pixel is skipped or overweighted, so the mean does not change.
    @Test("Reduction keeps the mean", arguments: [2, 3, 10, 100, 3000] as [Int32])
    func reducingKeepsTheMean(factor: Int32) throws {
        let wide = try image(2 * factor, 1) { x, _ in x % 2 == 0 ? 0x0000_00FF : 0xFFFF_FFFF }
        var small: [UInt32] = [0, 0]
        Resampling(source: 2 * factor, factor: 1 / Double(factor), offset: 0, count: 2)
            .across(wide, row: 0, into: &small, at: 0)
        for pixel in small { #expect(abs(Int(pixel & 255) - 127) <= 64 / Int(factor) + 2) }
    }

    /// Rows that are resampled again because only two are kept are the same rows.
    @Test("Cached rows do not change the result", arguments: [0.03, 0.4, 1, 3.7])
    func rowsAreTheSameHoweverFewAreKept(factor: Double) throws {
        let picture = try image(7, 90) { x, y in UInt32(x * 30) << 24 | UInt32(y * 2) << 16 | 0x33C0 }
        let count = Int32(90 * factor) + 1
        let columns = Resampling(source: 7, factor: 1.3, offset: 0, count: 9)
        let rows = Resampling(source: 90, factor: factor, offset: 0, count: count)
        func scaled(capacity: Int) throws -> Bitmap {
            var bitmap = try Bitmap(width: 9, height: count)
            var lines = ResampledLines(picture, columns, capacity: capacity)
            for y in 0..<count { rows.down(&lines, row: y, onto: &bitmap) }
            return bitmap
        }
        #expect(try scaled(capacity: 2) == scaled(capacity: rows.maximumTapCount))
        #expect(try scaled(capacity: 90).pixels.contains { $0 != 0 })
    }

    @Test("Enlargement is even") func enlargingIsEven() throws {
        let ramp = try image(2, 1) { x, _ in x == 0 ? 0x0000_00FF : 0xFFFF_FFFF }
        let large = try page(200, 100, Background(image: ramp))
        for x in 1..<200 as Range<Int32> {
            let step = Int(large[x, 50].red) - Int(large[x - 1, 50].red)
            #expect((0...3).contains(step))
        }
        #expect(large[0, 0].red == 0 && large[199, 99].red == 255)
    }

    @Test("Translucent images show the colour below") func translucentImagesShowTheColourBelow() throws {
        let veil = try image(4, 4) { _, _ in 0xFF00_0080 }
        let over = try page(4, 4, Background(color: .white, image: veil))
        for y in 0..<4 as Range<Int32> {
            let color = over[1, y]
            #expect(color.alpha == 255 && color.red == 255 && abs(Int(color.green) - 127) <= 1)
        }
        #expect(try page(4, 4, Background(image: veil))[2, 2].alpha == 128)
        let hole = try image(4, 4) { _, _ in 0xFF00_0000 }
        #expect(try page(4, 4, Background(color: .white, image: hole)).pixels.allSatisfy { $0 == .max })
    }
}
