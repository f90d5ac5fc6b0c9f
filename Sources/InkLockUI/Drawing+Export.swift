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

/// An error in exporting a drawing.
public enum DrawingExportError: Error, Hashable, Sendable {
    /// The drawing's size has no area, or the scale is not above 0.
    case empty
    /// The image or page would exceed the limits of its format or the available memory.
    case tooLarge
}

extension Drawing {
    /// Returns the drawing as an image. The pixels are the same on every machine.
    /// - Throws: ``DrawingExportError``
    /// - Complexity: O(samples + pixels)
    public func cgImage(_ rendering: Rendering = Rendering(scale: 3)) throws(DrawingExportError) -> CGImage {
        guard let image = RGBAImage.make(try bitmap(rendering)) else { throw .tooLarge }
        return image
    }

    /// Returns the drawing as a PNG file. It is transparent unless the rendering has a background.
    /// - Throws: ``DrawingExportError``
    /// - Complexity: O(samples + pixels)
    public func pngData(_ rendering: Rendering = Rendering(scale: 3)) throws(DrawingExportError) -> Data {
        let bitmap = try bitmap(rendering)
        do { return Data(try PNGImage(bitmap).encoded()) } catch { throw .tooLarge }
    }

    /// Returns the drawing as a PDF file with one page, measured in points. Each stroke is one filled path.
    /// - Parameters:
    ///   - isCropped: A Boolean value that indicates whether the page shows only the ink and a margin.
    ///   - background: The background of the page.
    /// - Throws: ``DrawingExportError``
    /// - Complexity: O(samples)
    public func pdfData(
        isCropped: Bool = false, background: Background = .transparent
    ) throws(DrawingExportError) -> Data {
        do {
            return Data(try PDFExporter.bytes(self, isCropped: isCropped, background: background))
        } catch { throw DrawingExportError(error) }
    }

    /// Returns the drawing as an SVG file in which one CSS pixel is one point. Each stroke is one filled path.
    /// - Parameters:
    ///   - isCropped: A Boolean value that indicates whether the page shows only the ink and a margin.
    ///   - background: The background of the page.
    /// - Throws: ``DrawingExportError``
    /// - Complexity: O(samples)
    public func svgData(
        isCropped: Bool = false, background: Background = .transparent
    ) throws(DrawingExportError) -> Data {
        do {
            return Data(try SVGExporter.bytes(self, isCropped: isCropped, background: background))
        } catch { throw DrawingExportError(error) }
    }

    private func bitmap(_ rendering: Rendering) throws(DrawingExportError) -> Bitmap {
        do { return try rendering.bitmap(self) } catch { throw DrawingExportError(error) }
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

extension DrawingExportError {
    init(_ error: RasterError) {
        switch error {
        case .empty: self = .empty
        case .tooLarge: self = .tooLarge
        }
    }
}
