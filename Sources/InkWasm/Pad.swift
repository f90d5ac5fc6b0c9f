// SPDX-License-Identifier: MIT
import InkExchange
import InkGeometry
import InkRaster
import InkStroke

/// A signature pad's state: the drawing, its pixels, and what the next stroke will be drawn with.
final class Pad {
    /// What the page shows, in points. The editor's size, the drawing's surface, has room for the pads that the strokes
    /// were drawn on too, so that turning a phone cuts nothing out of what is saved.
    private var size = Size(width: 0, height: 0)
    /// The sides of those pads, of the strokes there are, and of all in the history.
    private var room = Size(width: 0, height: 0)
    private var historicRoom = Size(width: 0, height: 0)
    var editor = DrawingEditor(size: Size(width: 0, height: 0), accuracy: InkedDrawing.accuracy(scale: 1))
    /// `nil` while the pad has no area.
    var canvas: InkCanvas?
    var scale = 1.0
    var background = Background.transparent
    var brush = Brush.pen
    var model = StrokeModel.smooth
    var dirty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

    /// Shows `size` points.
    func resize(to size: Size) {
        self.size = size
        fitSurface()
    }

    /// Before a stroke: it needs the room that the pad has now.
    func makeRoom() {
        room = editor.isEmpty ? size : Self.union(room, size)
        historicRoom = Self.union(historicRoom, room)
        fitSurface()
    }

    /// After undoing and redoing, which may bring back what was drawn on a larger pad.
    func restoreRoom() {
        room = historicRoom
        fitSurface()
    }

    /// Takes over another drawing with its surface.
    func load(_ drawing: Drawing) {
        editor.load(drawing)
        room = drawing.size
        historicRoom = drawing.size
        fitSurface()
    }

    private func fitSurface() { editor.size = editor.isEmpty ? size : Self.union(size, room) }

    private static func union(_ a: Size, _ b: Size) -> Size {
        Size(width: max(a.width, b.width), height: max(a.height, b.height))
    }

    /// Makes the pixels anew, as after a change of size, scale or background.
    func rebuild() -> Int32 {
        canvas = nil
        guard size.hasArea else { return 0 }
        do throws(RasterError) {
            canvas = try InkCanvas(size: size, scale: scale, background: background)
            return 0
        } catch {
            return Failure.empty
        }
    }
}

nonisolated(unsafe) let pad = Pad()

/// Shows a pad of `width` × `height` points at `scale` pixels a point, and makes its pixels anew. The drawing stays.
/// Returns 0, or `Failure.empty` for numbers that are no size or make too many pixels.
@_expose(wasm, "ink_open") @c(ink_open)
public func inkOpen(_ width: Double, _ height: Double, _ scale: Double) -> Int32 {
    guard width >= 0 && height >= 0 && scale > 0 && width.isFinite && height.isFinite && scale.isFinite else {
        return Failure.empty
    }
    pad.resize(to: Size(width: width, height: height))
    pad.scale = scale
    pad.editor.setAccuracy(InkedDrawing.accuracy(scale: scale))
    return pad.rebuild()
}

/// What is below the ink, as RGBA with red in the highest byte; 0 is transparent. Returns as `ink_open` does.
@_expose(wasm, "ink_background") @c(ink_background)
public func inkBackground(_ rgba: UInt32) -> Int32 {
    pad.background.color = SRGBColor(rgba: rgba)
    return pad.rebuild()
}

/// A picture below the ink: `width` × `height` pixels of four bytes, RGBA, rows from the top, in the scratch buffer.
/// 0 × 0 takes it away. Returns as `ink_open` does.
@_expose(wasm, "ink_background_image") @c(ink_background_image)
public func inkBackgroundImage(_ width: Int32, _ height: Int32) -> Int32 {
    if width == 0 && height == 0 {
        pad.background.image = nil
        return pad.rebuild()
    }
    guard width > 0 && height > 0 && width <= Bitmap.sideLimit && height <= Bitmap.sideLimit else {
        return Failure.empty
    }
    let byteCount = Int32(clamping: Int64(width) &* Int64(height) &* 4)
    guard let image = try? Bitmap(width: width, height: height, rgba: Exchange.bytes(byteCount)) else {
        return Failure.empty
    }
    pad.background.image = image
    return pad.rebuild()
}

/// What the next stroke is drawn with: 0 pen, 1 marker, 2 pencil; a colour as for `ink_background`; the least and
/// greatest width in points; and the seed of a pencil's grain.
@_expose(wasm, "ink_brush") @c(ink_brush)
public func inkBrush(_ tip: Int32, _ rgba: UInt32, _ minimumWidth: Double, _ maximumWidth: Double, _ seed: UInt32) {
    pad.brush = Brush(
        tip: Brush.Tip(rawValue: UInt8(clamping: tip)) ?? .pen, color: SRGBColor(rgba: rgba),
        minimumWidth: minimumWidth, maximumWidth: maximumWidth, seed: seed)
}

/// How the next stroke's samples become a curve: the raw value of a `StrokeModel`; anything else is the smooth one.
@_expose(wasm, "ink_model") @c(ink_model)
public func inkModel(_ model: Int32) {
    pad.model = StrokeModel(rawValue: UInt8(clamping: model)) ?? .smooth
}

// MARK: Pixels

/// Draws what has changed into the pad's pixels. Returns 1 if any pixel may be another one now (`ink_dirty` tells
/// where), else 0. O(what changed).
@_expose(wasm, "ink_paint") @c(ink_paint)
public func inkPaint() -> Int32 {
    guard let dirty = pad.canvas?.paint(&pad.editor) else { return 0 }
    pad.dirty = dirty
    return dirty.isEmpty ? 0 : 1
}

/// x, y, width and height of what the last `ink_paint` changed.
@_expose(wasm, "ink_dirty") @c(ink_dirty)
public func inkDirty(_ index: Int32) -> Int32 {
    switch index {
    case 0: pad.dirty.minX
    case 1: pad.dirty.minY
    case 2: pad.dirty.width
    default: pad.dirty.height
    }
}

/// Where the pad's pixels are: RGBA, not multiplied by alpha, rows from the top. Moves when the pad is opened anew; 0
/// without an area.
@_expose(wasm, "ink_pixels") @c(ink_pixels)
public func inkPixels() -> UnsafeRawPointer? { pad.canvas?.bitmap.baseAddress }

/// How many pixels a row of the pad has.
@_expose(wasm, "ink_pixel_width") @c(ink_pixel_width)
public func inkPixelWidth() -> Int32 { pad.canvas?.bitmap.width ?? 0 }

/// How many rows of pixels the pad has.
@_expose(wasm, "ink_pixel_height") @c(ink_pixel_height)
public func inkPixelHeight() -> Int32 { pad.canvas?.bitmap.height ?? 0 }
