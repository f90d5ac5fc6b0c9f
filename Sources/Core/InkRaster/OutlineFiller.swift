// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// Computes the coverage of each pixel by a stroke's outline, by the non-zero winding rule.
///
/// It goes down the clip in bands of a few rows. Each edge of a band is cut at pixel borders into the cells of a
/// ``PixelBand``, one after the other along the outline, and a ``RowScanner`` adds up the cells of each row.
///
/// Vertices are rounded to 1/256 of a pixel. Everything after that is integer arithmetic, so the result depends neither
/// on the machine nor on the clip. Cutting edges at pixel borders and summing areas is the method of FreeType's smooth
/// rasteriser and of Levien's font-rs, 2016.
struct OutlineFiller {
    private var edges = BandEdges()
    private var memory = BandMemory()
    private var scanner = RowScanner()
    /// The last vertex, and what is subtracted from all vertices, in 256ths of a pixel.
    private var position: (x: Int64, y: Int64) = (0, 0)
    private var shift: (x: Int64, y: Int64) = (0, 0)
    private var clip = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    /// The maximum number of pieces of edges kept at a time, which take 64 MB. A band with more is filled in parts, with
    /// the same result.
    var pieceLimit = 4_194_304

    @inline(never) init() {}

    /// Fills `outline` at `scale` pixels per point within `clip`, translated so that the pixel at `origin` becomes the
    /// first. Complexity: O(outline near the clip + pixels on its edge + covered rows).
    @inline(never) mutating func fill(
        _ outline: StrokeOutline, scale: Double, origin: PixelRect, clip: PixelRect, into sink: inout some CoverageSink
    ) {
        let ink = PixelRect(covering: outline.bounds, scale: scale)
        let shifted = PixelRect(
            minX: ink.minX &- origin.minX, minY: ink.minY &- origin.minY, maxX: ink.maxX &- origin.minX,
            maxY: ink.maxY &- origin.minY)
        self.clip = clip.intersection(shifted)
        guard !self.clip.isEmpty else { return }
        let shift = memory.prepare(width: Int(self.clip.width))
        edges.prepare(width: self.clip.width, height: self.clip.height, shift: shift)
        trace(outline, scale: scale, origin: origin)
        var row: Int32 = 0
        var band = 0
        while row < self.clip.height {
            let rowCount = min(1 &<< Int32(truncatingIfNeeded: shift), self.clip.height &- row)
            if edges.pieceLimit(band) > pieceLimit && (rowCount > 1 || self.clip.width > 1) {
                fillParts(outline, scale, origin, row: row, rowCount, into: &sink)
                while edges.pop(band) != nil {}
            } else if !edges.isEmpty(band) {
                fill(band, row: row, rowCount, into: &sink)
            }
            row &+= rowCount
            band &+= 1
        }
    }

    /// Reports the coverage of a band.
    @inline(__always) private mutating func fill(
        _ index: Int, row: Int32, _ rowCount: Int32, into sink: inout some CoverageSink
    ) {
        let clip = clip
        memory.withBand(
            rowCount: Int(rowCount), width: Int(clip.width), top: Int64(row) << 8,
            pieceLimit: edges.pieceLimit(index)
        ) { band in
            while let edge = edges.pop(index) { band.cut(edge) }
            var number: Int32 = 0
            for i in 0..<band.rowCount {
                number &+= band.steps[i]
                band.steps[i] = 0
                let y = clip.minY &+ row &+ Int32(truncatingIfNeeded: i)
                scanner.scan(band, row: i, entering: number, minX: clip.minX, y: y, into: &sink)
            }
            band.steps[band.rowCount] = 0
        }
    }

    /// Fills the rows of a band, or both halves of a row, on their own.
    @inline(never) private func fillParts(
        _ outline: StrokeOutline, _ scale: Double, _ origin: PixelRect, row: Int32, _ rowCount: Int32,
        into sink: inout some CoverageSink
    ) {
        let isRow = rowCount == 1
        let middle = clip.minX &+ (isRow ? clip.width / 2 : clip.width)
        var filler = OutlineFiller()
        filler.pieceLimit = pieceLimit
        for y in (clip.minY &+ row)..<(clip.minY &+ row &+ rowCount) {
            let left = PixelRect(minX: clip.minX, minY: y, maxX: middle, maxY: y &+ 1)
            filler.fill(outline, scale: scale, origin: origin, clip: left, into: &sink)
            let right = PixelRect(minX: middle, minY: y, maxX: clip.maxX, maxY: y &+ 1)
            if isRow { filler.fill(outline, scale: scale, origin: origin, clip: right, into: &sink) }
        }
    }

    private mutating func trace(_ outline: StrokeOutline, scale: Double, origin: PixelRect) {
        let area = Rect(
            minX: (Double(clip.minX &+ origin.minX) - 1) / scale, minY: (Double(clip.minY &+ origin.minY) - 1) / scale,
            maxX: (Double(clip.maxX &+ origin.minX) + 1) / scale, maxY: (Double(clip.maxY &+ origin.minY) + 1) / scale)
        shift.x = (Int64(origin.minX) &+ Int64(clip.minX)) << 8
        shift.y = (Int64(origin.minY) &+ Int64(clip.minY)) << 8
        // The outline is closed, so the edge to its first vertex starts at the last, which faces it.
        guard let last = outline.ribs.first?.right else { return }
        move(to: last, scale)
        outline.visitVertices(near: area) { line(to: $0, scale) }
    }

    private mutating func move(to vertex: Point, _ scale: Double) {
        position.x = Self.fixed(vertex.x * scale * 256) &- shift.x
        position.y = Self.fixed(vertex.y * scale * 256) &- shift.y
    }

    @inline(never) private mutating func line(to vertex: Point, _ scale: Double) {
        let start = position
        move(to: vertex, scale)
        add(start.x, start.y, position.x, position.y)
    }

    /// Converts to whole subpixels, rounding halves upwards. The value is limited to ±4 million pixels, so that
    /// products of differences fit 64 bits.
    @inline(__always) private static func fixed(_ value: Double) -> Int64 {
        let limit = 1_073_741_824.0
        let limited = value < -limit ? -limit : value > limit ? limit : value
        // Above zero, truncation rounds down and is a single instruction.
        return Int64(limited + (limit + 0.5)) &- 1_073_741_824
    }

    /// Adds an edge if it can change the coverage of the clip.
    @inline(__always) private mutating func add(_ fromX: Int64, _ fromY: Int64, _ toX: Int64, _ toY: Int64) {
        let isUp = toY < fromY
        let y0 = min(fromY, toY)
        let y1 = max(fromY, toY)
        guard y0 != y1 && y1 > 0 && y0 < Int64(clip.height) << 8 else { return }
        // An edge to the right of the clip changes no winding number inside. One to its left counts by its height
        // alone, so it may as well be vertical.
        guard min(fromX, toX) < Int64(clip.width) << 8 else { return }
        let isLeft = max(fromX, toX) < 0
        let x0 = isLeft ? -1 : isUp ? toX : fromX
        let x1 = isLeft ? -1 : isUp ? fromX : toX
        edges.append(OutlineEdge(x0: x0, y0: y0, x1: x1, y1: y1, next: -1, isUp: isUp))
    }
}
