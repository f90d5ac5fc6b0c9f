// SPDX-License-Identifier: MIT
import InkGeometry
import InkRaster
import InkStroke

/// What the vector formats have in common: outlines, the part that is shown, and the grains that pencils need.
struct VectorPage {
    /// Vector outlines are this near to the true curves, in points: invisible at eight times the size.
    static var accuracy: Double { 0.01 }

    /// The longest side in points; the numbers in the files reach as far.
    static var sideLimit: Double { 10_000_000 }

    let drawing: InkedDrawing
    let area: Rect
    let background: Background
    /// The distinct seeds of the pencils, in order.
    let grainSeeds: [UInt32]

    @inline(never) init(_ drawing: Drawing, isCropped: Bool, background: Background) throws(RasterError) {
        let inked = InkedDrawing(drawing, accuracy: Self.accuracy)
        area = Rendering(isCropped: isCropped).area(of: drawing)
        guard area.size.hasArea else { throw .empty }
        guard max(area.width, area.height) <= Self.sideLimit else { throw .tooLarge }
        self.drawing = inked
        self.background = background
        var seeds: [UInt32] = []
        for inked in inked.strokes where inked.stroke.brush.tip == .pencil {
            if !seeds.contains(inked.stroke.brush.seed) { seeds.append(inked.stroke.brush.seed) }
        }
        grainSeeds = seeds
    }

    /// Where a point of the drawing lies a whole tile of a seed's grain from its first sample.
    static func grainOrigin(seed: UInt32) -> Point {
        let offset = Grain.offset(seed: seed)
        return Point(x: -Double(offset.x) / Grain.samplesPerPoint, y: -Double(offset.y) / Grain.samplesPerPoint)
    }

    /// The side of the grain's tile in points.
    static var grainSide: Double { Double(Grain.side) / Grain.samplesPerPoint }

    /// Where the background image lies, so that it covers the surface.
    func imageFrame(_ image: Bitmap) -> Rect {
        let size = drawing.drawing.size
        let factor = max(size.width / Double(image.width), size.height / Double(image.height))
        let width = Double(image.width) * factor
        let height = Double(image.height) * factor
        let x = (size.width - width) * 0.5
        let y = (size.height - height) * 0.5
        return Rect(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }
}
