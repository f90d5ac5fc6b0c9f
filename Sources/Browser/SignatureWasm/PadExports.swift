// SPDX-License-Identifier: MIT
import InkGeometry
import InkRaster
import InkStroke
import WasmBridge

/// The state of a signature pad: the drawing, its pixels, and the settings of the next stroke.
final class Pad {
    /// The visible size in points. The editor's size, the drawing's surface, is that of the pads that the strokes were
    /// drawn on, so that rotating a phone does not change a saved drawing.
    private var size = InkSize(width: 0, height: 0)
    /// The size of those pads, with that of the stroke in progress.
    private var room = InkSize(width: 0, height: 0)
    /// The size of those pads before the first step of the history and after each step.
    private var rooms = [InkSize(width: 0, height: 0)]
    /// The number of steps that are not undone.
    private var step = 0
    var editor = DrawingEditor(size: InkSize(width: 0, height: 0), accuracy: InkedDrawing.accuracy(scale: 1))
    /// The canvas, or `nil` while the pad has no area.
    var canvas: InkCanvas?
    var scale = 1.0
    var background = Background.transparent
    var brush = Brush.pen
    var clock = DrawingClock()
    var palms = PalmGuard()
    var model = StrokeModel.fair
    var dirty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

    /// Sets the visible size in points.
    func resize(to size: InkSize) {
        self.size = size
        fitSurface()
    }

    /// Extends the surface to the size of the pad for a stroke.
    func makeRoom(isNew: Bool) {
        room = isNew ? size : Self.union(rooms[step], size)
        fitSurface()
    }

    /// Replaces the surface.
    func replaceRoom(_ size: InkSize) {
        room = size
        fitSurface()
    }

    /// Follows a step of the history: a new one, one that is undone (−1), or one that is done again. The last two may
    /// restore the strokes of a larger pad.
    func follow(_ move: Int, isNew: Bool) {
        step += move
        if isNew {
            // The rooms of steps that can no longer be done again stay until others replace them.
            if step < rooms.count { rooms[step] = room } else { rooms.append(room) }
        } else {
            room = rooms[step]
        }
        fitSurface()
    }

    /// Replaces the drawing and its surface.
    func load(_ drawing: Drawing) {
        editor.load(drawing)
        clock = DrawingClock()
        step = 0
        rooms[0] = drawing.size
        replaceRoom(drawing.size)
    }

    private func fitSurface() { editor.size = editor.isEmpty ? size : room }

    private static func union(_ a: InkSize, _ b: InkSize) -> InkSize {
        InkSize(width: max(a.width, b.width), height: max(a.height, b.height))
    }

    /// Recreates the pixels, as after a change of size, scale or background.
    func rebuild() -> Int32 {
        canvas = nil
        guard size.hasArea else { return 0 }
        do throws(RasterError) {
            canvas = try InkCanvas(size: size, scale: scale, background: background)
            return 0
        } catch {
            return Failure(error).refusal
        }
    }
}

nonisolated(unsafe) let pad = Pad()

/// Sets the size of the pad to `width` × `height` points at `scale` pixels per point, and recreates its pixels. The
/// drawing stays. Returns 0, or a `Failure` for an invalid size or too many pixels.
@_expose(wasm, "ink_open") @c(ink_open)
public func inkOpen(_ width: Double, _ height: Double, _ scale: Double) -> Int32 {
    guard width >= 0 && height >= 0 && scale > 0 && width.isFinite && height.isFinite && scale.isFinite else {
        return Failure.empty.refusal
    }
    pad.resize(to: InkSize(width: width, height: height))
    pad.scale = scale
    let result = pad.rebuild()
    // Outlines are computed only for pixels that there are.
    if result == 0 { pad.editor.setAccuracy(InkedDrawing.accuracy(scale: scale)) }
    return result
}

/// Sets the colour below the ink as RGBA with red in the highest byte; 0 is transparent. Returns the result of
/// `ink_open`.
@_expose(wasm, "ink_background") @c(ink_background)
public func inkBackground(_ rgba: UInt32) -> Int32 {
    pad.background.color = SRGBColor(rgba: rgba)
    return pad.rebuild()
}

/// Sets a picture below the ink: `width` × `height` pixels of four RGBA bytes in the scratch buffer, rows from the top.
/// 0 × 0 removes it. Returns the result of `ink_open`.
@_expose(wasm, "ink_background_image") @c(ink_background_image)
public func inkBackgroundImage(_ width: Int32, _ height: Int32) -> Int32 {
    if width == 0 && height == 0 {
        pad.background.image = nil
        return pad.rebuild()
    }
    do throws(RasterError) {
        pad.background.image = try Bitmap(width: width, height: height, rgba: Exchange.pixels(width, height))
    } catch {
        return Failure(error).refusal
    }
    return pad.rebuild()
}

/// Sets the brush of the next stroke: the raw value of a `Brush.Tip`, a colour as for `ink_background`, the
/// minimum and maximum width in points, and the seed of a pencil's grain.
@_expose(wasm, "ink_brush") @c(ink_brush)
public func inkBrush(_ tip: Int32, _ rgba: UInt32, _ minimumWidth: Double, _ maximumWidth: Double, _ seed: UInt32) {
    pad.brush = Brush(
        tip: Brush.Tip(number: tip) ?? .pen, color: SRGBColor(rgba: rgba),
        minimumWidth: minimumWidth, maximumWidth: maximumWidth, seed: seed)
}

/// Sets the model of the next stroke: the raw value of a `StrokeModel`. Any other value selects the fair one.
@_expose(wasm, "ink_model") @c(ink_model)
public func inkModel(_ model: Int32) {
    pad.model = StrokeModel(number: model) ?? .fair
}

// MARK: Pixels

/// Paints all changes into the pad's pixels. Returns 1 if pixels may have changed (`ink_dirty` returns the area),
/// otherwise 0.
///
/// - Complexity: O(changed area).
@_expose(wasm, "ink_paint") @c(ink_paint)
public func inkPaint() -> Int32 {
    guard let dirty = pad.canvas?.paint(&pad.editor) else { return 0 }
    pad.dirty = dirty
    return dirty.isEmpty ? 0 : 1
}

/// Returns x, y, width or height of the area that the last `ink_paint` changed.
@_expose(wasm, "ink_dirty") @c(ink_dirty)
public func inkDirty(_ index: Int32) -> Int32 {
    switch index {
    case 0: pad.dirty.minX
    case 1: pad.dirty.minY
    case 2: pad.dirty.width
    default: pad.dirty.height
    }
}

/// Returns the address of the pad's pixels: RGBA with straight alpha, rows from the top, or 0 without an area. The
/// address changes when the pad is resized.
@_expose(wasm, "ink_pixels") @c(ink_pixels)
public func inkPixels() -> UnsafeRawPointer? {
    // The page reads the pixels before its next call, and only a call can move them.
    pad.canvas?.bitmap.withUnsafeBytes { $0.baseAddress }
}

/// Returns the width of the pad in pixels.
@_expose(wasm, "ink_pixel_width") @c(ink_pixel_width)
public func inkPixelWidth() -> Int32 { pad.canvas?.bitmap.width ?? 0 }

/// Returns the height of the pad in pixels.
@_expose(wasm, "ink_pixel_height") @c(ink_pixel_height)
public func inkPixelHeight() -> Int32 { pad.canvas?.bitmap.height ?? 0 }
