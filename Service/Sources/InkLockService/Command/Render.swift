// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import InkExport
import InkFiles
import InkRaster
import InkStroke

/// `inklock render`: renders a drawing as a picture.
struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a picture of a drawing.",
        discussion: """
            Writes PNG, SVG or PDF, by the output's name or --to. SVG and PDF have the drawing's size in points. A PNG \
            has at most \(Bitmap.sideLimit) pixels on a side and \(Bitmap.pixelLimit / 1_000_000) million in all; what \
            would have more is refused before any memory is taken. A pixel takes 4 bytes, so rendering takes at most \
            \(4 * Bitmap.pixelLimit / 1_000_000) MB, and 64 MB, the drawing, the outline of one stroke and the background \
            besides. A drawing whose outlines would take hundreds of megabytes is refused.
            """)

    @OptionGroup var drawing: DrawingInput

    @Option(name: [.short, .long], help: "The file to write; - is standard output.")
    var output: String

    @Option(help: "What to write, whatever the output is called.")
    var to: PictureFormat?

    @OptionGroup var size: PictureScale

    @Flag(help: "Show only the ink and \(Int(Rendering.margin)) points around it.")
    var crop = false

    @Option(
        help:
            "What lies behind the ink: none, a colour such as #rrggbb or white, or a PNG file of at most 50 million pixels."
    )
    var background = BackgroundChoice.none

    @OptionGroup var style: StrokeStyle

    func validate() throws {
        let format = try format()
        if format != .png && size.isGiven {
            throw ValidationError("--width, --scale and --dpi are for PNG; \(format.rawValue) has no pixels")
        }
    }

    private func format() throws -> PictureFormat {
        if let to { return to }
        if let format = OutputFile(path: output).fileExtension.flatMap(PictureFormat.init) { return format }
        throw ValidationError(
            output == "-"
                ? "standard output has no name to tell the format: use --to png, svg or pdf"
                : "\(output) does not end in .png, .svg or .pdf: use --to png, svg or pdf")
    }

    func run() throws {
        let format = try format()
        let styled = style.apply(to: try drawing.read().drawing)
        let background = try background.background()
        if format == .png {
            try writePNG(styled, over: background)
        } else {
            try OutputFile(path: output).write(page(styled, as: format, over: background))
        }
    }

    private func page(
        _ drawing: Drawing, as format: PictureFormat, over background: Background
    ) throws(CommandError) -> [UInt8] {
        do throws(RasterError) {
            return try format == .svg
                ? SVGExporter.bytes(
                    drawing, isCropped: crop, background: background, compress: Zlib.compressed)
                : PDFExporter.bytes(
                    drawing, isCropped: crop, background: background, compress: Zlib.compressed)
        } catch {
            throw failure(error)
        }
    }

    /// Compresses the picture while it is written, so that it is in memory only once.
    private func writePNG(_ drawing: Drawing, over background: Background) throws(CommandError) {
        let bitmap: Bitmap
        do throws(RasterError) { bitmap = try self.bitmap(drawing, over: background) } catch { throw failure(error) }
        let pieces: PNGStream
        do throws(PNGError) {
            pieces = try PNGStream(bitmap, pixelsPerMetre: size.pixelsPerMetre)
        } catch {
            throw CommandError(.unexpected, "\(error)")
        }
        try OutputFile(path: output).write { file throws(SystemError) in
            while let piece = try Self.next(of: pieces) { try file.writeAll(piece) }
        }
    }

    private static func next(of pieces: PNGStream) throws(SystemError) -> [UInt8]? {
        // zlib's own memory is all that can be missing.
        do throws(PNGError) { return try pieces.next() } catch { throw SystemError(number: ENOMEM) }
    }

    private func bitmap(_ drawing: Drawing, over background: Background) throws(RasterError) -> Bitmap {
        var rendering = Rendering(isCropped: crop, background: background)
        rendering.scale = size.pixelsPerPoint(width: rendering.area(of: drawing).width)
        return try rendering.bitmap(drawing)
    }

    private func failure(_ error: RasterError) -> CommandError {
        switch error {
        case .empty: CommandError(.malformedInput, "\(drawing.file.name): the drawing's surface has no area")
        case .tooLarge:
            CommandError(
                .usage,
                "the picture would have over \(Bitmap.sideLimit) pixels on a side or "
                    + "\(Bitmap.pixelLimit / 1_000_000) million in all, or outlines of millions of points; choose a "
                    + "smaller --width, --scale or --dpi, or split the drawing")
        }
    }
}
