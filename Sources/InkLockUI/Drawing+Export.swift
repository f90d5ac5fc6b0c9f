// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation
import InkExport
import InkFiles
import InkRaster
import InkStroke

#if canImport(UIKit)
    import UIKit
#endif

/// Why a drawing could not be exported.
public enum DrawingExportError: Error, Hashable, Sendable {
    /// Its size has no area, or the scale is not above 0.
    case empty
    /// More pixels or points than a file of the kind can have, or the memory.
    case tooLarge
}

extension Drawing {
    /// The drawing as an image, the same pixels on every machine.
    /// - Throws: ``DrawingExportError``. Complexity: O(samples + pixels).
    public func cgImage(_ rendering: Rendering = Rendering(scale: 3)) throws(DrawingExportError) -> CGImage {
        guard let image = RGBAImage.make(try bitmap(rendering)) else { throw .tooLarge }
        return image
    }

    /// The drawing as a PNG file, transparent unless the rendering has a background.
    /// - Throws: ``DrawingExportError``. Complexity: O(samples + pixels).
    public func pngData(_ rendering: Rendering = Rendering(scale: 3)) throws(DrawingExportError) -> Data {
        let bitmap = try bitmap(rendering)
        do { return Data(try PNGImage(bitmap).encoded()) } catch { throw .tooLarge }
    }

    /// The drawing as a page of PDF, in points; each stroke is one filled path.
    /// - Throws: ``DrawingExportError``. Complexity: O(samples).
    public func pdfData(
        isCropped: Bool = false, background: Background = .transparent
    ) throws(DrawingExportError) -> Data {
        do {
            return Data(try PDFDocument.bytes(self, isCropped: isCropped, background: background))
        } catch { throw DrawingExportError(error) }
    }

    /// The drawing as SVG, in points as CSS pixels; each stroke is one filled path.
    /// - Throws: ``DrawingExportError``. Complexity: O(samples).
    public func svgData(
        isCropped: Bool = false, background: Background = .transparent
    ) throws(DrawingExportError) -> Data {
        do {
            return Data(try SVGDocument.bytes(self, isCropped: isCropped, background: background))
        } catch { throw DrawingExportError(error) }
    }

    private func bitmap(_ rendering: Rendering) throws(DrawingExportError) -> Bitmap {
        do { return try rendering.bitmap(self) } catch { throw DrawingExportError(error) }
    }

    #if canImport(UIKit)
        /// The drawing as an image of UIKit's, `rendering.scale` pixels a point.
        /// - Throws: ``DrawingExportError``. Complexity: O(samples + pixels).
        @MainActor public func uiImage(
            _ rendering: Rendering = Rendering(scale: 3)
        ) throws(DrawingExportError) -> UIImage {
            UIImage(cgImage: try cgImage(rendering), scale: rendering.scale, orientation: .up)
        }
    #endif
}

extension DrawingExportError {
    init(_ error: RasterError) {
        switch error {
        case .empty: self = .empty
        case .tooLarge: self = .tooLarge
        }
    }
}
