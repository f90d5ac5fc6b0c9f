// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// Paints outlines of strokes into a bitmap. It reuses its working memory between strokes.
struct InkPainter {
    /// The scale in pixels per point.
    let scale: Double
    /// The position of the bitmap's first pixel on the whole surface.
    let origin: PixelRect
    private var filler = OutlineFiller()
    private var grain: Grain?

    init(scale: Double, originX: Int32 = 0, originY: Int32 = 0) {
        self.scale = scale
        origin = PixelRect(minX: originX, minY: originY, maxX: originX, maxY: originY)
    }

    /// Paints one stroke within `clip`. Each pixel is painted once, so that translucent ink is even where it crosses
    /// itself.
    @inline(never) mutating func paint(
        _ outline: StrokeOutline, _ brush: Brush, clip: PixelRect, into bitmap: inout Bitmap
    ) {
        let clip = clip.intersection(bitmap.bounds)
        let stride = Int(bitmap.width)
        bitmap.pixels.withUnsafeMutableBufferPointer { paint(outline, brush, clip: clip, into: $0, stride: stride) }
    }

    /// Paints one stroke within `clip` into the pixels of a bitmap with `stride` columns, which contains the clip.
    @inline(__always) mutating func paint(
        _ outline: StrokeOutline, _ brush: Brush, clip: PixelRect, into pixels: UnsafeMutableBufferPointer<UInt32>,
        stride: Int
    ) {
        guard !clip.isEmpty && brush.color.alpha > 0 else { return }
        var painter = BrushPainter(
            pixels: pixels, stride: stride, color: Bitmap.pixel(brush.color) & 0xFF_FFFF,
            opacity: UInt32(brush.color.alpha), texture: brush.tip.showsGrain ? texture(for: brush) : nil)
        filler.fill(outline, scale: scale, origin: origin, clip: clip, into: &painter)
    }

    private mutating func texture(for brush: Brush) -> BrushPainter.Texture {
        let grain = self.grain ?? Grain()
        self.grain = grain
        let offset = Grain.offset(seed: brush.seed)
        // The limit keeps positions in the tile within 32 bits. At such a scale no grain is visible.
        let scale = max(scale, 0.00001)
        return BrushPainter.Texture(
            grain: grain, offset: offset, originX: origin.minX, originY: origin.minY,
            step: 256 * Grain.samplesPerPoint / scale)
    }
}
