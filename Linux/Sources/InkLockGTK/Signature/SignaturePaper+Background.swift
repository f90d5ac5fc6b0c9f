// SPDX-License-Identifier: MIT
import InkGeometry
import InkRaster
import InkStroke

extension SignaturePaper {
    /// Returns a background with the paper, its line and its cross, as pixels that the engine has painted.
    package static func background(_ size: InkSize, scale: Double, isRightToLeft: Bool = false) -> Background {
        var background = Background(color: color)
        let paper = SignaturePaper(size: size, isRightToLeft: isRightToLeft)
        var editor = DrawingEditor(size: size, accuracy: InkedDrawing.accuracy(scale: scale))
        func rule(_ start: InkPoint, _ end: InkPoint, _ color: SRGBColor, _ width: Double) {
            let brush = Brush(tip: .pen, color: color, minimumWidth: width, maximumWidth: width)
            guard (try? editor.begin(brush: brush)) != nil else { return }
            try? editor.append(StrokePoint(start, time: 0))
            try? editor.append(StrokePoint(end, time: 0.1))
            _ = try? editor.end()
        }
        // A line on the pixels' grid has no soft edge.
        let middle = ((paper.line.start.y * scale).rounded() + 0.5) / scale
        rule(
            InkPoint(x: paper.line.start.x, y: middle), InkPoint(x: paper.line.end.x, y: middle), lineColor,
            max(1, (lineWidth * scale).rounded(.down)) / scale)
        if !paper.cross.isEmpty {
            let box = paper.cross
            rule(InkPoint(x: box.minX, y: box.minY), InkPoint(x: box.maxX, y: box.maxY), crossColor, crossWidth)
            rule(InkPoint(x: box.maxX, y: box.minY), InkPoint(x: box.minX, y: box.maxY), crossColor, crossWidth)
        }
        guard var canvas = try? InkCanvas(size: size, scale: scale, background: background) else { return background }
        _ = canvas.paint(&editor)
        background.image = canvas.bitmap
        return background
    }
}
