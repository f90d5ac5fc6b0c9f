// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The settings for rendering a drawing: its scale, its crop and its background.
public struct Rendering: Hashable, Sendable {
    /// The scale in pixels per point, above 0.
    public var scale: Double
    /// A Boolean value that indicates whether to show only the ink with ``margin`` around it.
    ///
    /// The area depends on the samples alone. Where samples are far apart, as in drawings of polylines, a curve may
    /// leave the area and is cut off there.
    public var isCropped: Bool
    /// The background behind the ink. An image covers the whole surface, even if only a part of it is shown.
    public var background: Background

    /// The margin in points that cropping leaves around the widest ink that the brushes can draw at the samples.
    public static var margin: Double { 8 }

    public init(scale: Double = 1, isCropped: Bool = false, background: Background = .transparent) {
        self.scale = scale
        self.isCropped = isCropped
        self.background = background
    }

    /// The maximum number of ribs of one stroke's outline, about, which take 256 MB. Strokes within the limits of
    /// evidence hardly reach it.
    static var ribLimit: Int { 1 << 23 }

    /// Returns the part of the surface that is shown, in points.
    ///
    /// Cropped edges lie on whole points and depend only on samples and brushes, so that bitmaps and vector exports of
    /// a drawing show the same area. A drawing without ink is not cropped.
    ///
    /// - Complexity: O(samples).
    public func area(of drawing: Drawing) -> InkRect {
        var ink = InkRect.empty
        if isCropped {
            for stroke in drawing.strokes {
                ink = ink.union(Self.inkBounds(of: stroke))
            }
        }
        guard !ink.isEmpty else { return InkRect(drawing.size) }
        let grown = ink.grown(by: Self.margin)
        return InkRect(
            minX: grown.minX.rounded(.down), minY: grown.minY.rounded(.down), maxX: grown.maxX.rounded(.up),
            maxY: grown.maxY.rounded(.up))
    }

    /// Returns the box of the widest ink that the brush can draw at a stroke's samples.
    static func inkBounds(of stroke: Stroke) -> InkRect {
        stroke.sampleBounds.grown(by: stroke.brush.maximumWidth * 0.5)
    }

    /// Renders a drawing. The outline of one stroke is in memory at a time.
    ///
    /// The same drawing and settings give the same bytes on every machine. The size of the bitmap is that of the shown
    /// area times ``scale``, rounded to whole pixels. Ink more than 4,194,304 pixels from the origin of points is not
    /// shown, even in a cropped bitmap, and a straight edge that ends there has another slope. A pixel that one stroke
    /// covers 65,536 times stays empty.
    /// - Throws: `.empty` for a drawing without an area or a scale that is not above 0, or `.tooLarge`, also for a
    ///   stroke whose outline has over 8 million ribs.
    /// - Complexity: O(samples + pixels on edges + covered rows), plus O(pixels) for the background.
    public func bitmap(_ drawing: Drawing) throws(RasterError) -> Bitmap {
        // First, so that a bitmap that is too large costs no outlines.
        let frame = try frame(of: drawing)
        var bitmap = try blank(frame)
        let accuracy = InkedDrawing.accuracy(scale: scale)
        #if hasFeature(Embedded)
            // A browser bounds the memory of a page. The limit would add 0.7 KB to its module.
            paint(InkedDrawing(drawing, accuracy: accuracy), frame, into: &bitmap)
        #else
            var painter = painter(frame)
            var width: Double?
            for stroke in drawing.strokes {
                guard
                    let inked = InkedStroke(stroke, afterWidth: width, accuracy: accuracy, ribLimit: Self.ribLimit)
                else { throw .tooLarge }
                painter.paint(inked.outline, stroke.brush, clip: bitmap.bounds, into: &bitmap)
                width = inked.lineWidth
            }
        #endif
        return bitmap
    }

    /// Renders a drawing whose outlines exist already.
    /// - Throws: `.empty` for a drawing without an area or a scale that is not above 0, or `.tooLarge`.
    public func bitmap(_ drawing: InkedDrawing) throws(RasterError) -> Bitmap {
        let frame = try frame(of: drawing.drawing)
        var bitmap = try blank(frame)
        paint(drawing, frame, into: &bitmap)
        return bitmap
    }

    @inline(__always) private func paint(_ drawing: InkedDrawing, _ frame: Frame, into bitmap: inout Bitmap) {
        var painter = painter(frame)
        for stroke in drawing.strokes {
            painter.paint(stroke.outline, stroke.stroke.brush, clip: bitmap.bounds, into: &bitmap)
        }
    }

    /// The place of a bitmap on the whole surface, in pixels.
    struct Frame {
        var width: Int32
        var height: Int32
        var originX: Int32
        var originY: Int32
        var surface: (width: Int32, height: Int32)
    }

    /// Returns the place of a drawing's bitmap.
    @inline(__always) func frame(of drawing: Drawing) throws(RasterError) -> Frame {
        let area = area(of: drawing)
        guard scale > 0 && scale.isFinite && area.size.hasArea else { throw .empty }
        let surface = drawing.size
        return try Frame(
            width: max(1, Self.pixels((area.width * scale).rounded(.toNearestOrEven))),
            height: max(1, Self.pixels((area.height * scale).rounded(.toNearestOrEven))),
            originX: Self.pixels((area.minX * scale).rounded(.toNearestOrEven)),
            originY: Self.pixels((area.minY * scale).rounded(.toNearestOrEven)),
            surface: (
                max(1, Self.pixels((surface.width * scale).rounded(.toNearestOrEven))),
                max(1, Self.pixels((surface.height * scale).rounded(.toNearestOrEven)))
            ))
    }

    /// Returns a bitmap of the background.
    @inline(__always) func blank(_ frame: Frame) throws(RasterError) -> Bitmap {
        try background.bitmap(
            width: frame.width, height: frame.height, surface: frame.surface, origin: (frame.originX, frame.originY))
    }

    /// Returns a painter for a bitmap.
    @inline(__always) func painter(_ frame: Frame) -> InkPainter {
        InkPainter(scale: scale, originX: frame.originX, originY: frame.originY)
    }

    private static func pixels(_ value: Double) throws(RasterError) -> Int32 {
        guard abs(value) < 1_073_741_824 else { throw .tooLarge }
        return Int32(value)
    }
}
