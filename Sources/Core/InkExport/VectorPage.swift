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

    /// The maximum number of ribs of all outlines, about, which take 128 MB. Each has two vertices in the files.
    static var ribLimit: Int { 1 << 22 }

    let drawing: InkedDrawing
    let area: InkRect
    let background: Background
    /// The distinct pencil seeds, in order.
    let grainSeeds: [UInt32]

    @inline(never) init(_ drawing: Drawing, isCropped: Bool, background: Background) throws(RasterError) {
        area = Rendering(isCropped: isCropped).area(of: drawing)
        guard area.size.hasArea else { throw .empty }
        guard max(area.width, area.height) <= Self.sideLimit else { throw .tooLarge }
        if background.image != nil {
            // An image covers the surface, also where only the ink is shown.
            guard drawing.size.hasArea else { throw .empty }
            guard max(drawing.size.width, drawing.size.height) <= Self.sideLimit else { throw .tooLarge }
        }
        #if hasFeature(Embedded)
            let inked = InkedDrawing(drawing, accuracy: Self.accuracy)
        #else
            guard let inked = InkedDrawing(drawing, accuracy: Self.accuracy, ribLimit: Self.ribLimit) else {
                throw .tooLarge
            }
        #endif
        self.drawing = inked
        self.background = background
        var seeds: [UInt32] = []
        for inked in inked.strokes where inked.stroke.brush.tip.showsGrain { seeds.append(inked.stroke.brush.seed) }
        grainSeeds = Self.distinct(seeds)
    }

    /// Returns the first of each group of equal seeds, in order.
    ///
    /// A radix sort, because the standard library's sort would add two kilobytes to the browser's module.
    /// - Complexity: O(n)
    @inline(never) private static func distinct(_ seeds: [UInt32]) -> [UInt32] {
        var order = [Int](seeds.indices)
        var sorted = order
        var shift: UInt32 = 0
        while shift < 32 {
            var starts = [Int](repeating: 0, count: 257)
            for seed in seeds { starts[Int(seed >> shift & 255) + 1] += 1 }
            for digit in 1...256 { starts[digit] += starts[digit - 1] }
            for index in order {
                let digit = Int(seeds[index] >> shift & 255)
                sorted[starts[digit]] = index
                starts[digit] += 1
            }
            swap(&order, &sorted)
            shift += 8
        }
        var isFirst = [Bool](repeating: true, count: seeds.count)
        var place = 1
        while place < seeds.count {
            if seeds[order[place]] == seeds[order[place - 1]] { isFirst[order[place]] = false }
            place += 1
        }
        var result: [UInt32] = []
        for index in seeds.indices where isFirst[index] { result.append(seeds[index]) }
        return result
    }

    /// Returns the position on the drawing at which the tile of a seed's grain has its first sample.
    static func grainOrigin(seed: UInt32) -> InkPoint {
        let offset = Grain.offset(seed: seed)
        return InkPoint(x: -Double(offset.x) / Grain.samplesPerPoint, y: -Double(offset.y) / Grain.samplesPerPoint)
    }

    /// The side of the grain's tile in points.
    static var grainSide: Double { Double(Grain.side) / Grain.samplesPerPoint }

    /// Returns the frame of the background image, which covers the surface.
    func imageFrame(_ image: Bitmap) -> InkRect {
        let size = drawing.drawing.size
        let factor = max(size.width / Double(image.width), size.height / Double(image.height))
        let width = Double(image.width) * factor
        let height = Double(image.height) * factor
        let x = (size.width - width) * 0.5
        let y = (size.height - height) * 0.5
        return InkRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }
}
