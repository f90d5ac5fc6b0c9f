// SPDX-License-Identifier: MIT
import InkGeometry
import InkRaster
import InkStroke

/// Exports a drawing as Scalable Vector Graphics (SVG 1.1, W3C Recommendation 2011), with points as CSS pixels.
///
/// Each stroke is one filled path, with the outline that is rendered to pixels. A pencil's grain and a background image
/// are embedded as PNG.
public struct SVGExporter {
    private let page: VectorPage
    private let compress: ([UInt8]) -> [UInt8]
    private var text = TextBytes()

    /// Returns the drawing as an SVG file.
    /// - Parameters:
    ///   - drawing: The drawing in the image.
    ///   - isCropped: A Boolean value that indicates whether to show only the ink and a margin, as
    ///     `Rendering.isCropped` does.
    ///   - background: The background behind the ink.
    ///   - compress: A function that makes a zlib stream of an embedded background image. By default the data is stored
    ///     uncompressed.
    /// - Throws: `.empty` for a drawing without an area, or `.tooLarge` for a side beyond 10 million points or outlines
    ///   of over 4 million ribs.
    /// - Complexity: O(samples), plus O(pixels) of a background image.
    public static func bytes(
        _ drawing: Drawing, isCropped: Bool = false, background: Background = .transparent,
        compress: (([UInt8]) -> [UInt8])? = nil
    ) throws(RasterError) -> [UInt8] {
        let page = try VectorPage(drawing, isCropped: isCropped, background: background)
        var document = SVGExporter(page: page, compress: compress ?? StoredZlib.stream)
        document.write()
        return document.text.bytes
    }

    private init(page: VectorPage, compress: @escaping ([UInt8]) -> [UInt8]) {
        self.page = page
        self.compress = compress
    }

    private mutating func write() {
        let area = page.area
        text.text("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        if page.background.image != nil || !page.grainSeeds.isEmpty {
            text.text(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"")
        }
        text.text(" width=\"")
        text.number(area.width)
        text.text("\" height=\"")
        text.number(area.height)
        text.text("\" viewBox=\"")
        numbers(area)
        text.text("\">\n")
        if !page.grainSeeds.isEmpty { writeGrains() }
        writeBackground()
        for stroke in page.drawing.strokes { write(stroke) }
        text.text("</svg>\n")
    }

    private mutating func numbers(_ rect: InkRect) {
        text.number(rect.minX)
        text.text(" ")
        text.number(rect.minY)
        text.text(" ")
        text.number(rect.width)
        text.text(" ")
        text.number(rect.height)
    }

    private mutating func frame(_ rect: InkRect) {
        text.text(" x=\"")
        text.number(rect.minX)
        text.text("\" y=\"")
        text.number(rect.minY)
        text.text("\" width=\"")
        text.number(rect.width)
        text.text("\" height=\"")
        text.number(rect.height)
        text.text("\"")
    }

    private mutating func png(_ file: [UInt8]) {
        text.text(" xlink:href=\"data:image/png;base64,")
        text.base64(file)
        text.text("\"/>")
    }

    private mutating func writeBackground() {
        if page.background.color.alpha > 0 {
            text.text("<rect")
            frame(page.area)
            fill(page.background.color)
            text.text("/>\n")
        }
        guard let image = page.background.image else { return }
        let width = Int(image.width)
        let height = Int(image.height)
        let lines = PNGFraming.scanlines(width: width, height: height, rgba: image.rgba)
        text.text("<image preserveAspectRatio=\"none\"")
        frame(page.imageFrame(image))
        png(PNGFraming.file(width: width, height: height, compressed: compress(lines)))
        text.text("\n")
    }

    private mutating func fill(_ color: SRGBColor) {
        text.text(" fill=\"")
        text.hexColor(color)
        text.text("\"")
        guard color.alpha < 255 else { return }
        text.text(" fill-opacity=\"")
        text.fraction(color.alpha)
        text.text("\"")
    }

    /// Writes one tile, and a mask of repeated tiles for each seed.
    private mutating func writeGrains() {
        let side = VectorPage.grainSide
        let tile = Grain().opacities
        var lines: [UInt8] = []
        for y in 0..<Grain.side {
            lines.append(0)
            lines += tile[(y * Grain.side)..<((y + 1) * Grain.side)]
        }
        text.text("<defs>\n<image id=\"grain\"")
        frame(InkRect(InkSize(width: side, height: side)))
        png(
            PNGFraming.file(
                width: Grain.side, height: Grain.side, colorType: .gray, compressed: StoredZlib.stream(lines)))
        for seed in page.grainSeeds {
            let origin = VectorPage.grainOrigin(seed: seed)
            text.text("\n<pattern id=\"tile")
            text.integer(UInt(seed))
            text.text("\" patternUnits=\"userSpaceOnUse\"")
            frame(InkRect(minX: origin.x, minY: origin.y, maxX: origin.x + side, maxY: origin.y + side))
            text.text("><use xlink:href=\"#grain\" href=\"#grain\"/></pattern>\n<mask id=\"grain")
            text.integer(UInt(seed))
            text.text("\" maskUnits=\"userSpaceOnUse\"")
            frame(page.area)
            text.text("><rect")
            frame(page.area)
            text.text(" fill=\"url(#tile")
            text.integer(UInt(seed))
            text.text(")\"/></mask>")
        }
        text.text("\n</defs>\n")
    }

    private mutating func write(_ inked: InkedStroke) {
        guard !inked.outline.ribs.isEmpty else { return }
        let brush = inked.stroke.brush
        text.text("<path")
        fill(brush.color)
        if brush.tip.showsGrain {
            text.text(" mask=\"url(#grain")
            text.integer(UInt(brush.seed))
            text.text(")\"")
        }
        text.text(" d=\"")
        var lastX = 0
        var lastY = 0
        var isFirst = true
        // The text is moved out while a closure writes to it, because a copy would cost the whole file for every
        // stroke.
        var text = TextBytes()
        swap(&text, &self.text)
        inked.outline.visitVertices { vertex in
            let x = TextBytes.hundredths(vertex.x)
            let y = TextBytes.hundredths(vertex.y)
            // Steps lead from rounded to rounded position, so that errors do not accumulate.
            if isFirst { text.text("M") } else if x == lastX && y == lastY { return } else { text.text("l") }
            text.hundredths(x - lastX)
            if y - lastY >= 0 { text.text(" ") }
            text.hundredths(y - lastY)
            lastX = x
            lastY = y
            isFirst = false
        }
        text.text("z\"/>\n")
        swap(&text, &self.text)
    }
}
