// SPDX-License-Identifier: MIT
import InkGeometry
import InkRaster
import InkStroke

/// The common parts of the vector formats: the outlines, the area shown, and the pencil grains.
struct VectorPage {
    /// The accuracy of vector outlines in points, which is invisible at eight times the size.
    static var accuracy: Double { 0.01 }

    /// The longest side in points, which the number format of the files supports.
    static var sideLimit: Double { 10_000_000 }

    let drawing: InkedDrawing
    let area: Rect
    let background: Background
    /// The distinct pencil seeds, in order.
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

    /// Returns the position on the drawing at which the tile of a seed's grain has its first sample.
    static func grainOrigin(seed: UInt32) -> Point {
        let offset = Grain.offset(seed: seed)
        return Point(x: -Double(offset.x) / Grain.samplesPerPoint, y: -Double(offset.y) / Grain.samplesPerPoint)
    }

    /// The side of the grain's tile in points.
    static var grainSide: Double { Double(Grain.side) / Grain.samplesPerPoint }

    /// Returns the frame of the background image, which covers the surface.
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
