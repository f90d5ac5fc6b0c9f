// SPDX-License-Identifier: MIT
import InkGeometry
import InkHandwriting
import InkStroke
import WasmBridge

/// Writes the text in the scratch buffer, `byteCount` bytes of UTF-8, in InkLock's own handwriting on a surface of
/// `width` by `height` points. Stores the drawing as numbers and returns their byte count.
///
/// The handwriting is a separate module, which a page fetches only when a user types instead of drawing.
@_expose(wasm, "hand_write") @c(hand_write)
public func handWrite(
    _ byteCount: Int32, _ width: Double, _ height: Double, _ tip: Int32, _ rgba: UInt32, _ minimumWidth: Double,
    _ maximumWidth: Double, _ seed: UInt32, _ model: Int32
) -> Int32 {
    let brush = Brush(
        tip: Brush.Tip(rawValue: UInt8(clamping: tip)) ?? .pen, color: SRGBColor(rgba: rgba),
        minimumWidth: minimumWidth, maximumWidth: maximumWidth, seed: seed)
    let size = InkSize(width: width, height: height)
    let written = Handwriting.strokes(
        writing: Array(Exchange.bytes(byteCount)), in: size, brush: brush,
        model: StrokeModel(rawValue: UInt8(clamping: model)) ?? .fair)
    unknownCount = Int32(clamping: written.unknown)
    return Exchange.give(DrawingNumbers.encode(Drawing(size: size, strokes: written.strokes)))
}

nonisolated(unsafe) private var unknownCount: Int32 = 0

/// Returns the number of characters of the last text that were left out, because the handwriting has no letter for
/// them.
@_expose(wasm, "hand_unknown") @c(hand_unknown)
public func handUnknown() -> Int32 { unknownCount }
