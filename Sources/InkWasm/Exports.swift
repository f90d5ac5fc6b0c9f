// SPDX-License-Identifier: MIT
import InkExchange
import InkExport
import InkGeometry
import InkRaster
import InkStroke

nonisolated(unsafe) private var rendered: Bitmap?

/// Renders the drawing afresh, apart from the pad's own pixels.
@_expose(wasm, "ink_render") @c(ink_render)
public func inkRender(_ scale: Double, _ crop: Int32, _ background: Int32) -> Int32 {
    let rendering = Rendering(
        scale: scale, isCropped: crop != 0, background: background != 0 ? pad.background : .transparent)
    rendered = nil
    do throws(RasterError) {
        rendered = try rendering.bitmap(pad.editor.drawing)
        return 0
    } catch {
        return Failure.empty
    }
}

/// Where the last rendering's pixels are, as for `ink_pixels`; 0 if there is none.
@_expose(wasm, "ink_render_pixels") @c(ink_render_pixels)
public func inkRenderPixels() -> UnsafeRawPointer? { rendered?.baseAddress }

/// How many pixels a row of the last rendering has.
@_expose(wasm, "ink_render_width") @c(ink_render_width)
public func inkRenderWidth() -> Int32 { rendered?.width ?? 0 }

/// How many rows the last rendering has.
@_expose(wasm, "ink_render_height") @c(ink_render_height)
public func inkRenderHeight() -> Int32 { rendered?.height ?? 0 }

/// The last rendering as PNG's rows, for the page to compress.
@_expose(wasm, "ink_png_scanlines") @c(ink_png_scanlines)
public func inkPNGScanlines() -> Int32 {
    guard let rendered else { return Failure.empty }
    return Exchange.give(
        PNGFraming.scanlines(width: Int(rendered.width), height: Int(rendered.height), rgba: rendered.rgba))
}

/// The PNG file around the compressed rows in the scratch buffer.
@_expose(wasm, "ink_png_file") @c(ink_png_file)
public func inkPNGFile(_ byteCount: Int32) -> Int32 {
    guard let rendered else { return Failure.empty }
    let compressed = Array(Exchange.bytes(byteCount))
    return Exchange.give(
        PNGFraming.file(width: Int(rendered.width), height: Int(rendered.height), compressed: compressed))
}

private func give(_ body: () throws(RasterError) -> [UInt8]) -> Int32 {
    do throws(RasterError) { return Exchange.give(try body()) } catch { return Failure.empty }
}

/// The drawing as an SVG file, cropped and with the pad's background where 1 stands for yes. Returns its bytes, which
/// `ink_result` finds, or `Failure.empty` for a drawing that is empty or too large.
@_expose(wasm, "ink_svg") @c(ink_svg)
public func inkSVG(_ crop: Int32, _ background: Int32) -> Int32 {
    give { () throws(RasterError) in
        try SVGDocument.bytes(
            pad.editor.drawing, isCropped: crop != 0, background: background != 0 ? pad.background : .transparent)
    }
}

/// The drawing as a PDF file; otherwise as `ink_svg`.
@_expose(wasm, "ink_pdf") @c(ink_pdf)
public func inkPDF(_ crop: Int32, _ background: Int32) -> Int32 {
    give { () throws(RasterError) in
        try PDFDocument.bytes(
            pad.editor.drawing, isCropped: crop != 0, background: background != 0 ? pad.background : .transparent)
    }
}

/// The drawing as numbers, as `DrawingNumbers` has them. Returns their bytes, which `ink_result` finds.
@_expose(wasm, "ink_store") @c(ink_store)
public func inkStore() -> Int32 { Exchange.give(DrawingNumbers.encode(pad.editor.drawing)) }

/// Puts a drawing, `byteCount` bytes of numbers in the scratch buffer, in the place of the one there is, with an
/// empty history. Returns 0 or `Failure.malformed`.
@_expose(wasm, "ink_load") @c(ink_load)
public func inkLoad(_ byteCount: Int32) -> Int32 {
    guard byteCount >= 0 && byteCount % 8 == 0,
        let drawing = DrawingNumbers.decode(Exchange.numbers(Int(byteCount / 8)))
    else { return Failure.malformed }
    pad.load(drawing)
    return 0
}

/// Each stroke as one triangle strip: the number of vertices, then x and y of each, in points.
@_expose(wasm, "ink_mesh") @c(ink_mesh)
public func inkMesh() -> Int32 {
    let inked = InkedDrawing(pad.editor.drawing, accuracy: InkedDrawing.accuracy(scale: pad.scale))
    var numbers: [Float] = []
    for stroke in inked.strokes {
        numbers.append(Float(stroke.outline.ribs.count * 2))
        stroke.outline.appendStrip(to: &numbers)
    }
    return Exchange.give(numbers)
}

/// Each stroke's outline at a scale: the number of vertices, then x and y of each, in points.
@_expose(wasm, "ink_outline") @c(ink_outline)
public func inkOutline(_ scale: Double) -> Int32 {
    let inked = InkedDrawing(pad.editor.drawing, accuracy: InkedDrawing.accuracy(scale: scale))
    var numbers: [Double] = []
    for stroke in inked.strokes {
        let start = numbers.count
        numbers.append(0)
        stroke.outline.visitVertices { vertex in
            numbers.append(vertex.x)
            numbers.append(vertex.y)
        }
        numbers[start] = Double((numbers.count - start - 1) / 2)
    }
    return Exchange.give(numbers)
}
