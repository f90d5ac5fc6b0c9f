// SPDX-License-Identifier: MIT
import Foundation
import InkExport
import InkRaster
import InkStroke

/// An error in exporting a drawing.
public enum DrawingExportError: Error, Hashable, Sendable {
    /// The drawing's size has no area, or the scale is not above 0.
    case empty
    /// The image or page would exceed the limits of its format or the available memory, or the outlines would have
    /// millions of points.
    case tooLarge
}

extension Drawing {
    /// Returns the drawing as a PNG file.
    /// - Parameters:
    ///   - scale: The scale in pixels per point. Above 0.
    ///   - isCropped: A Boolean value that indicates whether the image shows only the ink and a margin.
    ///   - background: The background of the image.
    /// - Throws: ``DrawingExportError``
    /// - Complexity: O(samples + pixels)
    public func pngData(
        scale: Double = 3, isCropped: Bool = false, background: Background = .transparent
    ) throws(DrawingExportError) -> Data {
        try pngData(Rendering(scale: scale, isCropped: isCropped, background: background))
    }

    /// Returns the drawing as a PNG file. It is transparent unless the rendering has a background. A rendering has one
    /// pixel per point unless it sets another scale.
    /// - Throws: ``DrawingExportError``
    /// - Complexity: O(samples + pixels)
    public func pngData(_ rendering: Rendering) throws(DrawingExportError) -> Data {
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
}

extension DrawingExportError {
    /// Creates the error of an export whose rendering failed.
    public init(_ error: RasterError) {
        switch error {
        case .empty: self = .empty
        case .tooLarge: self = .tooLarge
        }
    }
}
