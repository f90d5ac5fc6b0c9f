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
        grainSeeds = Self.distinct(inked.strokes.filter { $0.stroke.brush.tip == .pencil }.map { $0.stroke.brush.seed })
    }

    /// The first of each equal seeds, in order. Complexity: O(n log n).
    private static func distinct(_ seeds: [UInt32]) -> [UInt32] {
        let order = seeds.indices.sorted { seeds[$0] != seeds[$1] ? seeds[$0] < seeds[$1] : $0 < $1 }
        var isFirst = [Bool](repeating: true, count: seeds.count)
        for (i, index) in order.enumerated() where i > 0 && seeds[order[i - 1]] == seeds[index] {
            isFirst[index] = false
        }
        return seeds.indices.filter { isFirst[$0] }.map { seeds[$0] }
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
