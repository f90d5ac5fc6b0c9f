// SPDX-License-Identifier: MIT
import CGTK
import InkGeometry
import InkRaster

/// The pixels of a bitmap as textures, of which a change replaces only those that it touches.
@MainActor final class PixelTiles {
    private var textures: [OpaquePointer?] = []
    private var columns = 0
    private var width: Int32 = 0
    private var height: Int32 = 0
    /// The side of a tile in pixels: large enough for few tiles, small enough to copy at each sample.
    private static let side: Int32 = 64

    /// Replaces the tiles that a change touches, or all after a change of size.
    func update(_ bitmap: Bitmap, _ dirty: PixelRect) {
        var dirty = dirty.intersection(bitmap.bounds)
        if bitmap.width != width || bitmap.height != height {
            clear()
            (width, height) = (bitmap.width, bitmap.height)
            columns = Int((width + Self.side - 1) / Self.side)
            textures = Array(repeating: nil, count: columns * Int((height + Self.side - 1) / Self.side))
            dirty = bitmap.bounds
        }
        guard !dirty.isEmpty else { return }
        bitmap.withUnsafeBytes { replace(dirty, $0) }
    }

    private func replace(_ dirty: PixelRect, _ pixels: UnsafeRawBufferPointer) {
        let stride = Int(width) * 4
        for row in dirty.minY / Self.side...(dirty.maxY - 1) / Self.side {
            for column in dirty.minX / Self.side...(dirty.maxX - 1) / Self.side {
                let frame = frame(column, row)
                var bytes = [UInt8](repeating: 0, count: Int(frame.width * frame.height) * 4)
                let line = Int(frame.width) * 4
                bytes.withUnsafeMutableBytes { copy in
                    for y in 0..<Int(frame.height) {
                        let from = (Int(frame.minY) + y) * stride + Int(frame.minX) * 4
                        UnsafeMutableRawBufferPointer(rebasing: copy[(y * line)..<((y + 1) * line)])
                            .copyMemory(from: UnsafeRawBufferPointer(rebasing: pixels[from..<(from + line)]))
                    }
                }
                let copied = g_bytes_new(bytes, gsize(bytes.count))
                let index = Int(row) * columns + Int(column)
                textures[index].map { g_object_unref(UnsafeMutableRawPointer($0)) }
                textures[index] = gdk_memory_texture_new(
                    frame.width, frame.height, GDK_MEMORY_R8G8B8A8, copied, gsize(line))
                g_bytes_unref(copied)
            }
        }
    }

    /// Draws the bitmap with its top left corner at a point, at `scale` pixels per point.
    func draw(on snapshot: OpaquePointer, at origin: InkPoint = InkPoint(x: 0, y: 0), scale: Double) {
        for (i, texture) in textures.enumerated() {
            guard let texture else { continue }
            let frame = frame(Int32(i % columns), Int32(i / columns))
            var bounds = graphene_rect_t(
                origin: graphene_point_t(
                    x: Float(origin.x + Double(frame.minX) / scale), y: Float(origin.y + Double(frame.minY) / scale)),
                size: graphene_size_t(
                    width: Float(Double(frame.width) / scale), height: Float(Double(frame.height) / scale)))
            gtk_snapshot_append_texture(snapshot, texture, &bounds)
        }
    }

    func clear() {
        for texture in textures { texture.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
        textures = []
        (width, height) = (0, 0)
    }

    isolated deinit { clear() }

    private func frame(_ column: Int32, _ row: Int32) -> PixelRect {
        PixelRect(
            minX: column * Self.side, minY: row * Self.side, maxX: min(width, (column + 1) * Self.side),
            maxY: min(height, (row + 1) * Self.side))
    }
}
