// SPDX-License-Identifier: MIT
import CoreGraphics
import InkFiles
import InkRaster
import InkStroke

#if canImport(UIKit)
    import UIKit
#endif

extension Drawing {
    /// Returns the drawing as an image. The pixels are the same on every machine.
    /// - Throws: ``DrawingExportError``
    /// - Complexity: O(samples + pixels)
    public func cgImage(_ rendering: Rendering = Rendering(scale: 3)) throws(DrawingExportError) -> CGImage {
        let bitmap: Bitmap
        do { bitmap = try rendering.bitmap(self) } catch { throw DrawingExportError(error) }
        guard let image = RGBAImage.make(bitmap) else { throw .tooLarge }
        return image
    }

    #if canImport(UIKit)
        /// Returns the drawing as a `UIImage` with `rendering.scale` pixels per point.
        /// - Throws: ``DrawingExportError``
        /// - Complexity: O(samples + pixels)
        @MainActor public func uiImage(
            _ rendering: Rendering = Rendering(scale: 3)
        ) throws(DrawingExportError) -> UIImage {
            UIImage(cgImage: try cgImage(rendering), scale: rendering.scale, orientation: .up)
        }
    #endif
}
