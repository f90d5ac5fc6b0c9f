// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// How a drawing becomes a picture: how large, how much of it, over what.
public struct Rendering: Hashable, Sendable {
    /// Pixels a point, above 0.
    public var scale: Double
    /// Whether to show only the ink and ``margin`` around it.
    public var isCropped: Bool
    /// What lies behind the ink. An image covers the whole surface, also where only a part of that is shown.
    public var background: Background

    /// What cropping leaves around the widest ink that the brushes can draw, in points.
    public static var margin: Double { 8 }

    public init(scale: Double = 1, isCropped: Bool = false, background: Background = .transparent) {
        self.scale = scale
        self.isCropped = isCropped
        self.background = background
    }

    /// The part of the surface that is shown, in points.
    ///
    /// Cropped edges lie on whole points and follow from samples and brushes alone, so that a drawing's pictures and
    /// vector forms all show the same part. A cropped drawing without ink is shown whole. Complexity: O(samples).
    public func area(of drawing: Drawing) -> Rect {
        var ink = Rect.empty
        if isCropped {
            for stroke in drawing.strokes {
                ink = ink.union(stroke.sampleBounds.grown(by: stroke.brush.maximumWidth * 0.5))
            }
        }
        guard !ink.isEmpty else { return Rect(drawing.size) }
        let grown = ink.grown(by: Self.margin)
        return Rect(
            minX: grown.minX.rounded(.down), minY: grown.minY.rounded(.down), maxX: grown.maxX.rounded(.up),
            maxY: grown.maxY.rounded(.up))
    }

    /// Renders a drawing.
    ///
    /// The same drawing and rendering give the same bytes on every machine. The bitmap has the size of the shown area
    /// times ``scale``, rounded to whole pixels.
    /// - Throws: `.empty` for a drawing without an area or a scale that is not above 0, `.tooLarge`.
    /// - Complexity: O(samples + pixels on edges + covered rows), and O(pixels) for the background.
    public func bitmap(_ drawing: Drawing) throws(RasterError) -> Bitmap {
        guard scale > 0 && scale.isFinite else { throw .empty }
        let inked = InkedDrawing(drawing, accuracy: InkedDrawing.accuracy(scale: scale))
        return try bitmap(inked)
    }

    /// Renders a drawing whose outlines are known.
    /// - Throws: as ``bitmap(_:)``.
    public func bitmap(_ drawing: InkedDrawing) throws(RasterError) -> Bitmap {
        let area = area(of: drawing.drawing)
        guard scale > 0 && scale.isFinite && area.size.hasArea else { throw .empty }
        let originX = try Self.pixels((area.minX * scale).rounded(.toNearestOrEven))
        let originY = try Self.pixels((area.minY * scale).rounded(.toNearestOrEven))
        let surface = drawing.drawing.size
        var bitmap = try background.bitmap(
            width: max(1, Self.pixels((area.width * scale).rounded(.toNearestOrEven))),
            height: max(1, Self.pixels((area.height * scale).rounded(.toNearestOrEven))),
            surface: (
                max(1, Self.pixels((surface.width * scale).rounded(.toNearestOrEven))),
                max(1, Self.pixels((surface.height * scale).rounded(.toNearestOrEven)))
            ), origin: (originX, originY))
        var painter = InkPainter(scale: scale, originX: originX, originY: originY)
        for stroke in drawing.strokes {
            painter.paint(stroke.outline, stroke.stroke.brush, clip: bitmap.bounds, into: &bitmap)
        }
        return bitmap
    }

    private static func pixels(_ value: Double) throws(RasterError) -> Int32 {
        guard abs(value) < 1_073_741_824 else { throw .tooLarge }
        return Int32(value)
    }
}
