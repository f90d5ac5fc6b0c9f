// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The work of drawing, as a share of the most that evidence may take, which is some seconds. The limits bound the time
/// that hostile samples take; docs/SPEC.md ("Evidence") specifies them.
extension Rendering {
    /// The maximum number of pixels of a picture of evidence.
    package static var evidencePixels: Int { 1 << 24 }
    /// The maximum length of all strokes together in pixels, horizontal plus vertical.
    private static var linePixels: Double { 0x1p22 }
    /// The maximum length of the turns of all samples together in pixels, because a wide brush covers a large area at
    /// each turn.
    private static var turnPixels: Double { 0x1p24 }
    /// The turns of each sample at the edges of its line, per point of the brush's width.
    private static var turnFactor: Double { 4 }
    /// The maximum sum of the areas of all strokes' bounding boxes in pixels.
    private static var boxPixels: Double { 0x1p28 }

    /// Returns the work of drawing the picture of a drawing. It is infinite for a picture of too many pixels.
    /// - Complexity: O(samples).
    public func work(of drawing: Drawing) -> Double {
        let area = area(of: drawing).size
        let pixels = (area.width * scale + 1) * (area.height * scale + 1)
        guard pixels <= Double(Self.evidencePixels) else { return .infinity }
        var boxes = 0.0
        for stroke in drawing.strokes {
            let box = Self.inkBounds(of: stroke).size
            boxes += min(box.width, area.width) * min(box.height, area.height)
        }
        return max(outlineWork(of: drawing), boxes * scale * scale / Self.boxPixels)
    }

    /// Returns the work of outlining the strokes of a drawing, accurately for the scale.
    /// - Complexity: O(samples).
    public func outlineWork(of drawing: Drawing) -> Double {
        var (length, turns) = (0.0, 0.0)
        for stroke in drawing.strokes {
            var last = stroke.points.isEmpty ? .zero : stroke.points[0].position
            for point in stroke.points {
                let step = abs(point.position.x - last.x) + abs(point.position.y - last.y)
                last = point.position
                length += step
                // Each chord of a curve may turn, and there are about as many as the root of its length.
                turns += Self.turnFactor * stroke.brush.maximumWidth * (1 + (step * scale).squareRoot())
            }
        }
        return max(length * scale / Self.linePixels, turns * scale / Self.turnPixels)
    }
}
