// SPDX-License-Identifier: MIT
#if !hasFeature(Embedded)
    import InkStroke

    extension Rendering {
        /// Renders a drawing in parts, which may be painted at the same time. Each part contains some of the rows with
        /// ink.
        ///
        /// The result equals that of ``bitmap(_:)``.
        /// - Parameters:
        ///   - drawing: The drawing.
        ///   - partCount: The maximum number of parts, at least 1.
        ///   - perform: A function that takes a number of parts and a closure. It calls the closure once with the index
        ///     of each part, in any order and on any thread, and returns after the last of these calls.
        /// - Throws: The errors of ``bitmap(_:)``.
        package func bitmap(
            _ drawing: InkedDrawing, partCount: Int, perform: (Int, @Sendable (Int) -> Void) -> Void
        ) throws(RasterError) -> Bitmap {
            var (bitmap, painter) = try blank(for: drawing)
            let bounds = bitmap.bounds
            let ink = PixelRect(covering: drawing.bounds, scale: scale)
            let top = max(ink.minY &- painter.origin.minY, 0)
            let height = min(ink.maxY &- painter.origin.minY, bounds.maxY) &- top
            guard height > 0 else { return bitmap }
            let count = max(1, min(partCount, Int(height)))
            bitmap.pixels.withUnsafeMutableBufferPointer { pixels in
                // Parts have no pixel in common.
                nonisolated(unsafe) let pixels = pixels
                let empty = painter
                perform(count) { part in
                    var painter = empty
                    let minY = top &+ Int32(Int(height) * part / count)
                    let maxY = top &+ Int32(Int(height) * (part + 1) / count)
                    let clip = PixelRect(minX: 0, minY: minY, maxX: bounds.maxX, maxY: maxY)
                    for stroke in drawing.strokes {
                        painter.paint(
                            stroke.outline, stroke.stroke.brush, clip: clip, into: pixels, stride: Int(bounds.maxX))
                    }
                }
            }
            return bitmap
        }
    }
#endif
