// SPDX-License-Identifier: MIT
import ArgumentParser
import InkExport
import InkFiles
import InkRaster
import InkStroke

/// `inklock render`: a drawing as a picture.
struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a picture of a drawing.",
        discussion:
            "Writes PNG, SVG or PDF, by the output's name or --to. SVG and PDF have the drawing's size in points.")

    @OptionGroup var drawing: DrawingInput

    @Option(name: [.short, .long], help: "The file to write; - is standard output.")
    var output: String

    @Option(help: "What to write, whatever the output is called.")
    var to: PictureFormat?

    @OptionGroup var size: PictureScale

    @Flag(help: "Show only the ink and \(Int(Rendering.margin)) points around it.")
    var crop = false

    @Option(help: "What lies behind the ink: none, a colour such as #rrggbb or white, or a PNG file.")
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
                ? "standard output has no name to tell the format: say --to png, svg or pdf"
                : "\(output) does not end in .png, .svg or .pdf: say --to png, svg or pdf")
    }

    func run() throws {
        let format = try format()
        let styled = style.apply(to: try drawing.read().drawing)
        let background = try background.background()
        let bytes = try format == .png ? png(styled, over: background) : page(styled, as: format, over: background)
        try OutputFile(path: output).write(bytes)
    }

    private func page(
        _ drawing: Drawing, as format: PictureFormat, over background: Background
    ) throws(CommandFailure) -> [UInt8] {
        do throws(RasterError) {
            return try format == .svg
                ? SVGDocument.bytes(drawing, isCropped: crop, background: background)
                : PDFDocument.bytes(drawing, isCropped: crop, background: background)
        } catch {
            throw failure(error)
        }
    }

    private func png(_ drawing: Drawing, over background: Background) throws(CommandFailure) -> [UInt8] {
        let bitmap: Bitmap
        do throws(RasterError) { bitmap = try self.bitmap(drawing, over: background) } catch { throw failure(error) }
        do throws(PNGError) {
            return try PNGImage(bitmap, pixelsPerMetre: size.pixelsPerMetre).encoded()
        } catch {
            throw CommandFailure(.unexpected, "\(error)")
        }
    }

    private func bitmap(_ drawing: Drawing, over background: Background) throws(RasterError) -> Bitmap {
        var rendering = Rendering(isCropped: crop, background: background)
        rendering.scale = size.pixelsPerPoint(width: rendering.area(of: drawing).width)
        return try rendering.bitmap(drawing)
    }

    private func failure(_ error: RasterError) -> CommandFailure {
        switch error {
        case .empty: CommandFailure(.malformedInput, "\(drawing.file.name): the drawing's surface has no area")
        case .tooLarge:
            CommandFailure(
                .usage,
                "the picture would have over \(Bitmap.sideLimit) pixels on a side or "
                    + "\(Bitmap.pixelLimit / 1_000_000) million in all; choose a smaller --width, --scale or --dpi")
        }
    }
}
