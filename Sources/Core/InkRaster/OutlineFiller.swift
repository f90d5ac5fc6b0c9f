// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// Computes the coverage of each pixel by a stroke's outline, by the non-zero winding rule.
///
/// It goes down the clip in bands of rows. A ``PixelBand`` cuts each edge of the outline at pixel borders, and a
/// ``RowScanner`` adds up the pieces of each pixel, row by row.
///
/// Vertices are rounded to 1/256 of a pixel. Everything after that is integer arithmetic, so the result depends neither
/// on the machine nor on the clip. Cutting edges at pixel borders and summing areas is the method of FreeType's smooth
/// rasteriser and of Levien's font-rs, 2016.
struct OutlineFiller {
    private var memory = BandMemory()
    private var scanner = RowScanner()
    /// The maximum number of pieces of edges kept at a time, which take 48 MB. A band with more is filled in parts,
    /// with the same result.
    var pieceLimit = 4_194_304

    @inline(never) init() {}

    /// Fills `outline` at `scale` pixels per point within `clip`, translated so that the pixel at `origin` becomes the
    /// first.
    ///
    /// - Complexity: O(outline near the clip + pixels on its edge + covered rows).
    @inline(never) mutating func fill(
        _ outline: StrokeOutline, scale: Double, origin: PixelRect, clip: PixelRect, into sink: inout some CoverageSink
    ) {
        let ink = PixelRect(covering: outline.bounds, scale: scale)
        let shifted = PixelRect(
            minX: ink.minX &- origin.minX, minY: ink.minY &- origin.minY, maxX: ink.maxX &- origin.minX,
            maxY: ink.maxY &- origin.minY)
        var area = clip.intersection(shifted)
        guard !area.isEmpty else { return }
        // Outlines of handwriting have about as many.
        if memory.pieceCapacity == 0 { memory.reserve(pieceCount: min(pieceLimit, 16 * outline.ribs.count)) }
        let (rowLimit, end) = (BandMemory.rowLimit(width: area.width), area.maxY)
        while area.minY < end {
            area.maxY = min(area.minY &+ rowLimit, end)
            fillBand(outline, scale, origin, area, into: &sink)
            area.minY = area.maxY
        }
    }

    /// Fills a band, in parts if it has more pieces than the limit.
    private mutating func fillBand(
        _ outline: StrokeOutline, _ scale: Double, _ origin: PixelRect, _ area: PixelRect,
        into sink: inout some CoverageSink
    ) {
        while true {
            let missingCount = fillWhole(outline, scale, origin, area, into: &sink)
            if missingCount == 0 { return }
            let count = memory.pieceCapacity + missingCount
            if count <= pieceLimit || area.width == 1 && area.height == 1 {
                memory.reserve(pieceCount: max(count, min(2 * memory.pieceCapacity, pieceLimit)))
                continue
            }
            var (first, second) = (area, area)
            if area.height > 1 {
                first.maxY = area.minY &+ area.height / 2
                second.minY = first.maxY
            } else {
                first.maxX = area.minX &+ area.width / 2
                second.minX = first.maxX
            }
            fillBand(outline, scale, origin, first, into: &sink)
            return fillBand(outline, scale, origin, second, into: &sink)
        }
    }

    /// Fills a band and returns 0. If there is not enough memory for its pieces, it reports no coverage and returns the
    /// greatest number of pieces that are missing.
    @inline(__always) private mutating func fillWhole(
        _ outline: StrokeOutline, _ scale: Double, _ origin: PixelRect, _ area: PixelRect,
        into sink: inout some CoverageSink
    ) -> Int {
        memory.withBand(rowCount: Int(area.height), width: Int(area.width)) { band in
            Self.trace(outline, scale, origin, area, into: &band)
            if band.missingCount > 0 && band.pieces.count < Piece.countLimit {
                band.removeAll()
                return band.missingCount
            }
            var number: Int32 = 0
            for row in 0..<band.rowCount {
                number &+= band.steps[row]
                band.steps[row] = 0
                let y = area.minY &+ Int32(truncatingIfNeeded: row)
                scanner.scan(band, row: row, entering: number, minX: area.minX, y: y, into: &sink)
            }
            band.steps[band.rowCount] = 0
            return 0
        }
    }

    /// Adds the edges of an outline to a band.
    @inline(__always) private static func trace(
        _ outline: StrokeOutline, _ scale: Double, _ origin: PixelRect, _ area: PixelRect, into band: inout PixelBand
    ) {
        let near = InkRect(
            minX: (Double(area.minX &+ origin.minX) - 1) / scale, minY: (Double(area.minY &+ origin.minY) - 1) / scale,
            maxX: (Double(area.maxX &+ origin.minX) + 1) / scale, maxY: (Double(area.maxY &+ origin.minY) + 1) / scale)
        // The outline is closed, so the edge to its first vertex starts at the last, which faces it.
        guard let last = outline.ribs.first?.right else { return }
        band.start(
            at: last, scale: scale, x: Int64(origin.minX) &+ Int64(area.minX), y: Int64(origin.minY) &+ Int64(area.minY)
        )
        outline.visitVertices(near: near) { band.line(to: $0) }
    }
}
