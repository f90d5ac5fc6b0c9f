// SPDX-License-Identifier: MIT
import InkExport
import InkGeometry
import InkRaster
import InkStroke
import WasmBridge

nonisolated(unsafe) private var rendered: Bitmap?

/// Renders the drawing separately from the pad's own pixels.
@_expose(wasm, "ink_render") @c(ink_render)
public func inkRender(_ scale: Double, _ crop: Int32, _ background: Int32) -> Int32 {
    let rendering = Rendering(
        scale: scale, isCropped: crop != 0, background: background != 0 ? pad.background : .transparent)
    rendered = nil
    do throws(RasterError) {
        rendered = try rendering.bitmap(pad.editor.drawing)
        return 0
    } catch {
        return Failure(error).refusal
    }
}

/// Returns the address of the last rendering's pixels in the format of `ink_pixels`, or 0 if there is none.
@_expose(wasm, "ink_render_pixels") @c(ink_render_pixels)
public func inkRenderPixels() -> UnsafeRawPointer? {
    // As for `ink_pixels`.
    rendered?.withUnsafeBytes { $0.baseAddress }
}

/// Returns the width of the last rendering in pixels.
@_expose(wasm, "ink_render_width") @c(ink_render_width)
public func inkRenderWidth() -> Int32 { rendered?.width ?? 0 }

/// Returns the height of the last rendering in pixels.
@_expose(wasm, "ink_render_height") @c(ink_render_height)
public func inkRenderHeight() -> Int32 { rendered?.height ?? 0 }

/// Stores the last rendering as PNG scanlines, for the page to compress.
@_expose(wasm, "ink_png_scanlines") @c(ink_png_scanlines)
public func inkPNGScanlines() -> Int32 {
    guard let rendered else { return Failure.empty.refusal }
    return Exchange.give(
        PNGFraming.scanlines(width: Int(rendered.width), height: Int(rendered.height), rgba: rendered.rgba))
}

/// Stores the PNG file for the compressed scanlines in the scratch buffer.
@_expose(wasm, "ink_png_file") @c(ink_png_file)
public func inkPNGFile(_ byteCount: Int32) -> Int32 {
    guard let rendered else { return Failure.empty.refusal }
    let compressed = Array(Exchange.bytes(byteCount))
    return Exchange.give(
        PNGFraming.file(width: Int(rendered.width), height: Int(rendered.height), compressed: compressed))
}

/// Stores the drawing as an SVG file, with `crop` and `background` as 1 or 0. Returns its byte count, with the bytes at
/// `ink_result`, or a `Failure` for a drawing that is empty or too large.
@_expose(wasm, "ink_svg") @c(ink_svg)
public func inkSVG(_ crop: Int32, _ background: Int32) -> Int32 {
    do throws(RasterError) {
        return Exchange.give(
            try SVGExporter.bytes(
                pad.editor.drawing, isCropped: crop != 0, background: background != 0 ? pad.background : .transparent))
    } catch {
        return Failure(error).refusal
    }
}

/// Stores the drawing as numbers in the format of `DrawingNumbers`. Returns their byte count.
@_expose(wasm, "ink_store") @c(ink_store)
public func inkStore() -> Int32 { Exchange.give(DrawingNumbers.encode(pad.editor.drawing)) }

/// Replaces the drawing with one of `byteCount` bytes of numbers in the scratch buffer, and clears the history. Returns
/// 0 or `Failure.malformed`.
@_expose(wasm, "ink_load") @c(ink_load)
public func inkLoad(_ byteCount: Int32) -> Int32 {
    guard let drawing = Exchange.drawing(byteCount) else { return Failure.malformed.refusal }
    pad.load(drawing)
    return 0
}

/// Returns the work of drawing `byteCount` bytes of numbers in the scratch buffer, or `Failure.malformed`. The pad's
/// drawing stays.
@_expose(wasm, "ink_work") @c(ink_work)
public func inkWork(_ byteCount: Int32, _ scale: Double, _ crop: Int32) -> Double {
    guard let drawing = Exchange.drawing(byteCount) else { return Double(Failure.malformed.refusal) }
    return Rendering(scale: scale, isCropped: crop != 0).work(of: drawing)
}

/// Stores each stroke as a triangle strip: the number of vertices, then x and y of each, in points.
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

/// Stores each stroke's outline at a scale: the number of vertices, then x and y of each, in points.
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
