// SPDX-License-Identifier: MIT
import CoreGraphics
import InkGeometry
import InkRaster
import InkStroke

extension SignatureModel {
    /// Draws the part of the drawing in `area`, in the drawing's points.
    func draw(on surface: inout some InkSurface, area: InkRect, isRightToLeft: Bool = false) {
        drawBackground(on: &surface, isRightToLeft: isRightToLeft)
        for stroke in editor.strokes where stroke.outline.bounds.intersects(area) {
            fill([stroke.outline], stroke.stroke.brush, near: area, on: &surface)
        }
        guard editor.isDrawing, let live = editor.liveOutline else { return }
        // Fill both as one path, so that a translucent preview does not darken the ink that it overlaps.
        fill([live.outline] + (preview.map { [$0] } ?? []), live.brush, near: area, on: &surface)
    }

    private func fill(
        _ outlines: [StrokeOutline], _ brush: Brush, near area: InkRect, on surface: inout some InkSurface
    ) {
        let path = CGMutablePath()
        for outline in outlines { path.add(outline, near: area) }
        guard brush.tip.showsGrain, let grain = grain(of: brush) else { return surface.fill(path, brush.color) }
        surface.fill(path, grain: grain)
    }

    private func grain(of brush: Brush) -> GrainTile? {
        if let known = grains[brush] { return known }
        grains[brush] = GrainTile(brush)
        return grains[brush]
    }

    private func drawBackground(on surface: inout some InkSurface, isRightToLeft: Bool) {
        let size = editor.size
        if background.color.alpha > 0 {
            let paper = CGMutablePath()
            paper.addRect(CGRect(InkRect(size)))
            surface.fill(paper, background.color)
        }
        if let source = background.image {
            if backgroundImage?.source != source {
                backgroundImage = RGBAImage.make(source).map { (source, $0) }
            }
            guard let image = backgroundImage?.image,
                let frame = AspectFit.frame(
                    of: InkSize(width: Double(source.width), height: Double(source.height)), covering: size)
            else { return }
            return surface.draw(image, in: CGRect(frame))
        }
        let paper = SignaturePaper(size: size, isRightToLeft: isRightToLeft)
        surface.stroke(
            CGMutablePath.lines([[paper.line.start, paper.line.end]]), SignaturePaper.lineColor,
            width: SignaturePaper.lineWidth)
        let cross = paper.cross
        guard !cross.isEmpty else { return }
        surface.stroke(
            CGMutablePath.lines([
                [InkPoint(x: cross.minX, y: cross.minY), InkPoint(x: cross.maxX, y: cross.maxY)],
                [InkPoint(x: cross.maxX, y: cross.minY), InkPoint(x: cross.minX, y: cross.maxY)],
            ]), SignaturePaper.crossColor, width: SignaturePaper.crossWidth)
    }
}
