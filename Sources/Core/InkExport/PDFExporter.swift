// SPDX-License-Identifier: MIT
import InkGeometry
import InkRaster
import InkStroke

/// Exports a drawing as one page of the Portable Document Format (PDF 1.7, ISO 32000-1), in points.
///
/// Each stroke is one filled path, with the outline that is rendered to pixels. Opacity is a constant alpha. A pencil's
/// grain is a luminosity mask over a tiling pattern. The file contains no date and no name, so equal drawings give
/// equal files.
///
/// On a page with a side beyond 14,400 points, the unit is 10, 100 or 1000 points, because readers show at most 14,400
/// units.
public struct PDFExporter {
    private let page: VectorPage
    private let compress: (([UInt8]) -> [UInt8])?
    private var file = TextBytes()
    private var offsets: [Int] = []
    private var content = TextBytes()
    /// The distinct alphas in use.
    private var alphas: [UInt8] = []

    /// The object numbers are, in order: catalogue, pages, page, content; a pattern, a form and a state for each grain;
    /// the tile; and the background image with its alpha.
    private static let firstGrain = 5

    /// Returns the drawing as a PDF file.
    /// - Parameters:
    ///   - drawing: The drawing on the page.
    ///   - isCropped: A Boolean value that indicates whether to show only the ink and a margin, as
    ///     `Rendering.isCropped` does.
    ///   - background: The background behind the ink.
    ///   - compress: A function that makes a zlib stream (RFC 1950) of the page and of embedded images. By default they
    ///     are stored uncompressed.
    /// - Throws: `.empty` for a drawing without an area, or `.tooLarge` for a side beyond 10 million points or outlines
    ///   of over 4 million ribs.
    /// - Complexity: O(samples), plus O(pixels) of a background image.
    public static func bytes(
        _ drawing: Drawing, isCropped: Bool = false, background: Background = .transparent,
        compress: (([UInt8]) -> [UInt8])? = nil
    ) throws(RasterError) -> [UInt8] {
        let page = try VectorPage(drawing, isCropped: isCropped, background: background)
        var document = PDFExporter(page: page, compress: compress)
        document.write()
        return document.file.bytes
    }

    private init(page: VectorPage, compress: (([UInt8]) -> [UInt8])?) {
        self.page = page
        self.compress = compress
    }

    // MARK: Page content

    private mutating func writeContent() {
        let area = page.area
        let unit = unit
        if unit.points > 1 {
            content.text(unit.inverse)
            content.text(" 0 0 ")
            content.text(unit.inverse)
            content.text(" 0 0 cm\n")
        }
        // From here on, y points down and the drawing's coordinates apply.
        content.text("1 0 0 -1 ")
        content.number(-area.minX)
        content.text(" ")
        content.number(area.maxY)
        content.text(" cm\n")
        let color = page.background.color
        if color.alpha > 0 {
            paint(color)
            content.rectangle(area)
            content.text(" f\n")
        }
        if let image = page.background.image {
            let frame = page.imageFrame(image)
            content.text("q ")
            alpha(255)
            content.number(frame.width)
            content.text(" 0 0 ")
            content.number(-frame.height)
            content.text(" ")
            content.number(frame.minX)
            content.text(" ")
            content.number(frame.maxY)
            content.text(" cm /Im Do Q\n")
        }
        for stroke in page.drawing.strokes { write(stroke) }
    }

    private mutating func alpha(_ alpha: UInt8) {
        if !alphas.contains(alpha) { alphas.append(alpha) }
        content.text("/A")
        content.integer(Int(alpha))
        content.text(" gs ")
    }

    private mutating func paint(_ color: SRGBColor) {
        alpha(color.alpha)
        content.fraction(color.red)
        content.text(" ")
        content.fraction(color.green)
        content.text(" ")
        content.fraction(color.blue)
        content.text(" rg\n")
    }

    private mutating func write(_ inked: InkedStroke) {
        guard !inked.outline.ribs.isEmpty else { return }
        let brush = inked.stroke.brush
        content.text("q ")
        if brush.tip.showsGrain {
            content.text("/G")
            content.integer(UInt(brush.seed))
            content.text(" gs ")
        }
        paint(brush.color)
        var isFirst = true
        // The text is moved out while a closure writes to it, because a copy would cost the whole file for every
        // stroke.
        var content = TextBytes()
        swap(&content, &self.content)
        inked.outline.visitVertices { vertex in
            content.number(vertex.x)
            content.text(" ")
            content.number(vertex.y)
            if isFirst { content.text(" m\n") } else { content.text(" l\n") }
            isFirst = false
        }
        content.text("f Q\n")
        swap(&content, &self.content)
    }

    // MARK: File objects

    private mutating func write() {
        writeContent()
        file.text("%PDF-1.7\n%")
        file.bytes += [0xE2, 0xE3, 0xCF, 0xD3]
        file.text("\n")
        begin()
        file.text("<</Type/Catalog/Pages 2 0 R>>")
        end()
        begin()
        file.text("<</Type/Pages/Kids[3 0 R]/Count 1>>")
        end()
        writePage()
        begin()
        file.text("<<")
        stream(content.bytes)
        end()
        for seed in page.grainSeeds { writeGrain(seed) }
        if !page.grainSeeds.isEmpty { writeTile() }
        if let image = page.background.image { write(image) }
        writeEnd()
    }

    private mutating func begin() {
        offsets.append(file.bytes.count)
        file.integer(offsets.count)
        file.text(" 0 obj\n")
    }

    private mutating func end() { file.text("\nendobj\n") }

    /// Writes the rest of a stream's dictionary, and the stream.
    private mutating func stream(_ contents: [UInt8]) {
        var bytes = contents
        if let compress {
            file.text("/Filter/FlateDecode")
            bytes = compress(contents)
        }
        file.text("/Length ")
        file.integer(bytes.count)
        file.text(">>\nstream\n")
        file.bytes += bytes
        file.text("\nendstream")
    }

    private mutating func reference(_ number: Int) {
        file.text(" ")
        file.integer(number)
        file.text(" 0 R")
    }

    private var tileNumber: Int { Self.firstGrain + 3 * page.grainSeeds.count }
    private var imageNumber: Int { tileNumber + (page.grainSeeds.isEmpty ? 0 : 1) }

    /// The page's unit in points, and its inverse: pages of up to 14,400 units are shown (ISO 32000-1, annex C).
    private var unit: (points: Int, inverse: StaticString) {
        let side = max(page.area.width, page.area.height)
        if side <= 14_400 { return (1, "1") }
        if side <= 144_000 { return (10, "0.1") }
        return side <= 1_440_000 ? (100, "0.01") : (1000, "0.001")
    }

    private mutating func writePage() {
        let unit = unit
        begin()
        file.text("<</Type/Page/Parent 2 0 R/Contents 4 0 R")
        if unit.points > 1 {
            file.text("/UserUnit ")
            file.integer(unit.points)
        }
        file.text("/MediaBox[0 0 ")
        side(page.area.width, unit.points)
        file.text(" ")
        side(page.area.height, unit.points)
        file.text("]/Group<</S/Transparency/CS/DeviceRGB>>/Resources<</ExtGState<<")
        for alpha in alphas {
            file.text("/A")
            file.integer(Int(alpha))
            file.text("<</ca ")
            file.fraction(alpha)
            file.text(">>")
        }
        for (i, seed) in page.grainSeeds.enumerated() {
            file.text("/G")
            file.integer(UInt(seed))
            reference(Self.firstGrain + 3 * i + 2)
        }
        file.text(">>")
        if page.background.image != nil {
            file.text("/XObject<</Im")
            reference(imageNumber)
            file.text(">>")
        }
        file.text(">>>>")
        end()
    }

    /// Writes a side of the page. In large units, a short one is not rounded to 0.
    private mutating func side(_ points: Double, _ unit: Int) {
        file.number(unit == 1 ? points : max(points / Double(unit), 0.01))
    }

    /// Writes the pattern that repeats the tile, the form that it fills, and the state that uses the form as a mask.
    private mutating func writeGrain(_ seed: UInt32) {
        let origin = VectorPage.grainOrigin(seed: seed)
        let side = VectorPage.grainSide
        let pattern = offsets.count + 1
        begin()
        file.text("<</Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 ")
        file.number(side)
        file.text(" ")
        file.number(side)
        file.text("]/XStep ")
        file.number(side)
        file.text("/YStep ")
        file.number(side)
        file.text("/Matrix[1 0 0 1 ")
        file.number(origin.x)
        file.text(" ")
        file.number(origin.y)
        file.text("]/Resources<</XObject<</T")
        reference(tileNumber)
        file.text(">>>>")
        var tile = TextBytes()
        tile.number(side)
        tile.text(" 0 0 ")
        tile.number(-side)
        tile.text(" 0 ")
        tile.number(side)
        tile.text(" cm /T Do")
        stream(tile.bytes)
        end()
        // A mask uses the coordinate system in effect when it is set: the drawing's.
        begin()
        file.text("<</Type/XObject/Subtype/Form/BBox[")
        file.number(page.area.minX)
        file.text(" ")
        file.number(page.area.minY)
        file.text(" ")
        file.number(page.area.maxX)
        file.text(" ")
        file.number(page.area.maxY)
        file.text("]/Group<</S/Transparency/CS/DeviceGray>>/Resources<</Pattern<</P")
        reference(pattern)
        file.text(">>>>")
        var form = TextBytes()
        form.text("/Pattern cs /P scn ")
        form.rectangle(page.area)
        form.text(" f")
        stream(form.bytes)
        end()
        begin()
        file.text("<</Type/ExtGState/SMask<</S/Luminosity/G")
        reference(pattern + 1)
        file.text(">>>>")
        end()
    }

    private mutating func writeTile() {
        begin()
        file.text("<</Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent 8/Interpolate true/Width ")
        file.integer(Grain.side)
        file.text("/Height ")
        file.integer(Grain.side)
        stream(Grain().opacities)
        end()
    }

    private mutating func write(_ image: Bitmap) {
        var colors: [UInt8] = []
        var alphas: [UInt8] = []
        colors.reserveCapacity(image.pixels.count * 3)
        for pixel in image.pixels {
            colors.append(UInt8(truncatingIfNeeded: pixel))
            colors.append(UInt8(truncatingIfNeeded: pixel >> 8))
            colors.append(UInt8(truncatingIfNeeded: pixel >> 16))
            alphas.append(UInt8(truncatingIfNeeded: pixel >> 24))
        }
        begin()
        file.text("<</Type/XObject/Subtype/Image/ColorSpace/DeviceRGB/BitsPerComponent 8/Interpolate true/Width ")
        file.integer(Int(image.width))
        file.text("/Height ")
        file.integer(Int(image.height))
        file.text("/SMask")
        reference(imageNumber + 1)
        stream(colors)
        end()
        begin()
        file.text("<</Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent 8/Width ")
        file.integer(Int(image.width))
        file.text("/Height ")
        file.integer(Int(image.height))
        stream(alphas)
        end()
    }

    private mutating func writeEnd() {
        let start = file.bytes.count
        file.text("xref\n0 ")
        file.integer(offsets.count + 1)
        file.text("\n0000000000 65535 f \n")
        for offset in offsets {
            var divisor = 1_000_000_000
            while divisor > 0 {
                file.bytes.append(UInt8(ascii: "0") + UInt8(offset / divisor % 10))
                divisor /= 10
            }
            file.text(" 00000 n \n")
        }
        file.text("trailer\n<</Size ")
        file.integer(offsets.count + 1)
        file.text("/Root 1 0 R>>\nstartxref\n")
        file.integer(start)
        file.text("\n%%EOF\n")
    }
}

extension TextBytes {
    /// Writes the PDF operator that adds a rectangle to the path.
    fileprivate mutating func rectangle(_ rect: InkRect) {
        number(rect.minX)
        text(" ")
        number(rect.minY)
        text(" ")
        number(rect.width)
        text(" ")
        number(rect.height)
        text(" re")
    }
}
