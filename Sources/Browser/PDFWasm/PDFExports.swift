// SPDX-License-Identifier: MIT
import InkExport
import InkGeometry
import InkRaster
import InkStroke
import WasmBridge

// A separate module, which a page fetches only when it exports a PDF file.

nonisolated(unsafe) private var drawing = Drawing(size: InkSize(width: 0, height: 0))
nonisolated(unsafe) private var background = Background.transparent

/// Takes a drawing of `byteCount` bytes of numbers in the scratch buffer, in the format of `DrawingNumbers`. Returns 0
/// or `Failure.malformed`.
@_expose(wasm, "pdf_load") @c(pdf_load)
public func pdfLoad(_ byteCount: Int32) -> Int32 {
    guard let decoded = Exchange.drawing(byteCount) else { return Failure.malformed.refusal }
    drawing = decoded
    return 0
}

/// Sets the colour below the ink as RGBA with red in the highest byte; 0 is transparent.
@_expose(wasm, "pdf_background") @c(pdf_background)
public func pdfBackground(_ rgba: UInt32) { background.color = SRGBColor(rgba: rgba) }

/// Sets a picture below the ink: `width` × `height` pixels of four RGBA bytes in the scratch buffer, rows from the top.
/// Returns 0, or a `Failure` for a size that a picture cannot have.
@_expose(wasm, "pdf_background_image") @c(pdf_background_image)
public func pdfBackgroundImage(_ width: Int32, _ height: Int32) -> Int32 {
    do throws(RasterError) {
        background.image = try Bitmap(width: width, height: height, rgba: Exchange.pixels(width, height))
        return 0
    } catch {
        return Failure(error).refusal
    }
}

/// Stores the drawing as a PDF file, cropped to its ink if `crop` is 1. Returns its byte count, with the bytes at
/// `ink_result`, or a `Failure` for a drawing that is empty or too large.
@_expose(wasm, "pdf_file") @c(pdf_file)
public func pdfFile(_ crop: Int32) -> Int32 {
    do throws(RasterError) {
        return Exchange.give(try PDFExporter.bytes(drawing, isCropped: crop != 0, background: background))
    } catch {
        return Failure(error).refusal
    }
}
