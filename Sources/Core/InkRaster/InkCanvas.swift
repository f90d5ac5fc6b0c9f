// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The pixels of a drawing while it is being edited.
///
/// A canvas keeps the finished strokes in one bitmap and shows a second one that includes the stroke in progress. The
/// cost of a sample depends only on the pixels that it affects, not on the size of the drawing.
public struct InkCanvas: Sendable {
    /// The visible pixels.
    public private(set) var bitmap: Bitmap
    /// The background and the finished strokes.
    private var finished: Bitmap
    /// The background alone.
    private var backdrop: Bitmap
    private var painter: InkPainter
    private var isFresh = true
    /// The number of the editor's finished strokes in ``finished``.
    private var paintedCount = 0

    /// Creates a canvas for a surface of `size` points at `scale` pixels per point.
    /// - Throws: `.empty` or `.tooLarge`.
    public init(size: InkSize, scale: Double, background: Background = .transparent) throws(RasterError) {
        guard size.hasArea && scale > 0 && scale.isFinite else { throw .empty }
        let width = (size.width * scale).rounded(.toNearestOrEven)
        let height = (size.height * scale).rounded(.toNearestOrEven)
        guard width <= Double(Bitmap.sideLimit) && height <= Double(Bitmap.sideLimit) else { throw .tooLarge }
        let surface = (width: max(1, Int32(width)), height: max(1, Int32(height)))
        backdrop = try background.bitmap(
            width: surface.width, height: surface.height, surface: surface, origin: (0, 0))
        finished = backdrop
        bitmap = backdrop
        painter = InkPainter(scale: scale)
    }

    /// Updates the pixels from the editor and returns the area that may have changed.
    ///
    /// A canvas follows one editor. The accuracy of its outlines must match the canvas's scale.
    ///
    /// - Complexity: O(changed area), plus O(stroke) once when a stroke is finished.
    public mutating func paint(_ editor: inout DrawingEditor) -> PixelRect {
        let changes = editor.takeChanges()
        let strokes = editor.strokes
        var dirty = pixels(changes.all)
        if isFresh {
            dirty = bitmap.bounds
            repaint(dirty, strokes)
        } else if !changes.finished.isEmpty {
            for stroke in strokes[min(paintedCount, strokes.count)...] {
                dirty = dirty.union(pixels(stroke.outline.bounds))
            }
            repaint(dirty, strokes)
        } else {
            for stroke in strokes[min(paintedCount, strokes.count)...] {
                let area = pixels(stroke.outline.bounds)
                painter.paint(stroke.outline, stroke.stroke.brush, clip: area, into: &finished)
                dirty = dirty.union(area)
            }
        }
        paintedCount = strokes.count
        isFresh = false
        guard !dirty.isEmpty else { return dirty }
        bitmap.copy(dirty, from: finished)
        if let live = editor.liveOutline { painter.paint(live.outline, live.brush, clip: dirty, into: &bitmap) }
        return dirty
    }

    private mutating func repaint(_ area: PixelRect, _ strokes: [InkedStroke]) {
        finished.copy(area, from: backdrop)
        for stroke in strokes { painter.paint(stroke.outline, stroke.stroke.brush, clip: area, into: &finished) }
    }

    private func pixels(_ rect: InkRect) -> PixelRect {
        PixelRect(covering: rect, scale: painter.scale).intersection(bitmap.bounds)
    }
}
