// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// Computes the coverage of each pixel by a stroke's outline, by the non-zero winding rule. It cuts the outline into
/// pieces that each lie in one pixel, and a ``RowScanner`` adds them up.
///
/// Vertices are rounded to 1/256 of a pixel. Everything after that is integer arithmetic, so the result depends neither
/// on the machine nor on the clip. Cutting edges at pixel borders and summing areas is the method of FreeType's smooth
/// rasteriser and of Levien's font-rs, 2016.
struct OutlineFiller {
    private var pieces: [Piece] = []
    /// The first piece of each row of the clip. −1 ends a list.
    private var rows: [Int32] = []
    private var columns: [Int32] = []
    private var touched: [UInt64] = []
    private var clip = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    /// The maximum number of pieces kept at a time, which take 80 MB. Beyond it the clip is halved and traced again,
    /// with the same result.
    var pieceLimit = 4_194_304

    /// Fills `outline` at `scale` pixels per point within `clip`, translated so that the pixel at `origin` becomes the
    /// first. Complexity: O(outline near the clip + pixels on its edge + covered rows).
    mutating func fill(
        _ outline: StrokeOutline, scale: Double, origin: PixelRect, clip: PixelRect, into sink: inout some CoverageSink
    ) {
        let ink = PixelRect(covering: outline.bounds, scale: scale)
        let shifted = PixelRect(
            minX: ink.minX &- origin.minX, minY: ink.minY &- origin.minY, maxX: ink.maxX &- origin.minX,
            maxY: ink.maxY &- origin.minY)
        fill(outline, scale, origin, within: clip.intersection(shifted), into: &sink)
    }

    private mutating func fill(
        _ outline: StrokeOutline, _ scale: Double, _ origin: PixelRect, within clip: PixelRect,
        into sink: inout some CoverageSink
    ) {
        guard !clip.isEmpty else { return }
        self.clip = clip
        prepare()
        trace(outline, scale: scale, origin: origin)
        guard isOverfull else { return scan(into: &sink) }
        var first = clip
        var second = clip
        if clip.height > 1 {
            first.maxY = clip.minY &+ clip.height / 2
            second.minY = first.maxY
        } else {
            first.maxX = clip.minX &+ clip.width / 2
            second.minX = first.maxX
        }
        fill(outline, scale, origin, within: first, into: &sink)
        fill(outline, scale, origin, within: second, into: &sink)
    }

    /// A Boolean value that indicates whether there are too many pieces and the clip can be halved.
    private var isOverfull: Bool { pieces.count > pieceLimit && (clip.height > 1 || clip.width > 1) }

    private mutating func scan(into sink: inout some CoverageSink) {
        let clip = clip
        let rows = rows
        pieces.withUnsafeMutableBufferPointer { pieces in
            columns.withUnsafeMutableBufferPointer { columns in
                touched.withUnsafeMutableBufferPointer { touched in
                    guard let pieces = pieces.baseAddress, let columns = columns.baseAddress,
                        let touched = touched.baseAddress
                    else { return }
                    var scanner = RowScanner(
                        pieces: pieces, columns: columns, touched: touched, minX: clip.minX, width: clip.width)
                    for row in 0..<Int(clip.height) where rows[row] >= 0 {
                        scanner.scan(
                            y: clip.minY &+ Int32(truncatingIfNeeded: row), first: rows[row], into: &sink)
                    }
                }
            }
        }
    }

    private mutating func prepare() {
        pieces.removeAll(keepingCapacity: true)
        let height = Int(clip.height)
        let width = Int(clip.width)
        if rows.count < height { rows.append(contentsOf: repeatElement(-1, count: height - rows.count)) }
        for i in 0..<height { rows[i] = -1 }
        if columns.count < width {
            columns.append(contentsOf: repeatElement(-1, count: width - columns.count))
            touched = [UInt64](repeating: 0, count: columns.count / 64 + 1)
        }
    }

    private mutating func trace(_ outline: StrokeOutline, scale: Double, origin: PixelRect) {
        let area = Rect(
            minX: (Double(clip.minX &+ origin.minX) - 1) / scale, minY: (Double(clip.minY &+ origin.minY) - 1) / scale,
            maxX: (Double(clip.maxX &+ origin.minX) + 1) / scale, maxY: (Double(clip.maxY &+ origin.minY) + 1) / scale)
        let shiftX = Int64(origin.minX) << 8
        let shiftY = Int64(origin.minY) << 8
        var first: (x: Int64, y: Int64)?
        var last: (x: Int64, y: Int64) = (0, 0)
        outline.visitVertices(near: area) { vertex in
            let x = Self.fixed(vertex.x * scale * 256) &- shiftX
            let y = Self.fixed(vertex.y * scale * 256) &- shiftY
            if first == nil { first = (x, y) } else { edge(last.x, last.y, x, y) }
            last = (x, y)
        }
        if let first { edge(last.x, last.y, first.x, first.y) }
    }

    /// Converts to whole subpixels, rounding halves upwards. The value is limited to ±4 million pixels, so that
    /// products of differences fit 64 bits.
    @inline(__always) private static func fixed(_ value: Double) -> Int64 {
        let limit = 1_073_741_824.0
        let limited = value < -limit ? -limit : value > limit ? limit : value
        // Above zero, truncation rounds down and is a single instruction.
        return Int64(limited + (limit + 0.5)) &- 1_073_741_824
    }

    /// Cuts an edge at row borders.
    private mutating func edge(_ fromX: Int64, _ fromY: Int64, _ toX: Int64, _ toY: Int64) {
        guard fromY != toY && !isOverfull else { return }
        let isUp = toY < fromY
        let (x0, y0, x1, y1) = isUp ? (toX, toY, fromX, fromY) : (fromX, fromY, toX, toY)
        let top = Int64(clip.minY)
        let bottom = Int64(clip.maxY)
        var row = max(y0 >> 8, top)
        let lastRow = min((y1 &- 1) >> 8, bottom &- 1)
        guard row <= lastRow else { return }
        // The edge lies to the right of the clip, so no winding number inside depends on it.
        let right = Int64(clip.maxX) << 8
        if x0 >= right && x1 >= right { return }
        var y = max(y0, row << 8)
        var x = y == y0 ? x0 : Self.crossing(x0, x1 &- x0, y &- y0, y1 &- y0)
        while row <= lastRow {
            let endY = min(y1, (row &+ 1) << 8)
            let endX = endY == y1 ? x1 : Self.crossing(x0, x1 &- x0, endY &- y0, y1 &- y0)
            let base = row << 8
            slice(Int(row &- top), x, Int32(y &- base), endX, Int32(endY &- base), isUp)
            x = endX
            y = endY
            row &+= 1
        }
    }

    /// Returns `start + change · part / whole`, rounded down. `part` and `whole` are not negative.
    @inline(__always) private static func crossing(_ start: Int64, _ change: Int64, _ part: Int64, _ whole: Int64)
        -> Int64
    {
        let product = change &* part
        let quotient = product / whole
        return start &+ (product < 0 && quotient &* whole != product ? quotient &- 1 : quotient)
    }

    /// Cuts the part of an edge within one row at pixel borders.
    private mutating func slice(_ row: Int, _ x0: Int64, _ y0: Int32, _ x1: Int64, _ y1: Int32, _ isUp: Bool) {
        let left = Int64(clip.minX)
        let right = Int64(clip.maxX)
        let column0 = x0 >> 8
        let column1 = x1 >> 8
        if column0 == column1 {
            guard column0 < right else { return }
            let base = column0 << 8
            add(row, column0, Int32(x0 &- base), y0, Int32(x1 &- base), y1, isUp)
            return
        }
        let width = x1 &- x0
        let height = Int64(y1 &- y0)
        var x = x0
        var y = y0
        if x0 < x1 {
            // To the left of the clip, one piece suffices.
            var column = min(max(column0, left &- 1), column1)
            while column <= column1 && column < right {
                let border = (column &+ 1) << 8
                let isLast = column == column1
                let endX = isLast ? x1 : border
                let endY = isLast ? y1 : y0 &+ Int32(height &* (border &- x0) / width)
                let base = column << 8
                add(row, column, Int32(truncatingIfNeeded: x &- base), y, Int32(endX &- base), endY, isUp)
                x = endX
                y = endY
                column &+= 1
            }
        } else {
            var column = column0
            if column >= right {
                column = right &- 1
                x = right << 8
                y = y0 &+ Int32(height &* (x0 &- x) / -width)
                // The border itself belongs to the pixel on its right.
                if column < column1 { return }
            }
            while column >= column1 {
                let border = column << 8
                let isLast = column == column1 || column < left
                let endX = isLast ? x1 : border
                let endY = isLast ? y1 : y0 &+ Int32(height &* (x0 &- border) / -width)
                add(row, column, Int32(x &- border), y, Int32(truncatingIfNeeded: endX &- border), endY, isUp)
                if isLast { return }
                x = endX
                y = endY
                column &-= 1
            }
        }
    }

    /// Adds a piece. Pieces to the left of the clip count by their heights alone.
    @inline(__always) private mutating func add(
        _ row: Int, _ column: Int64, _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ isUp: Bool
    ) {
        guard y0 < y1 else { return }
        let relative = Int32(truncatingIfNeeded: max(column &- Int64(clip.minX), -1))
        let index = Int32(truncatingIfNeeded: pieces.count)
        pieces.append(
            Piece(
                next: rows[row], column: relative, x0: Int16(truncatingIfNeeded: x0),
                x1: Int16(truncatingIfNeeded: x1), y0: Int16(truncatingIfNeeded: y0),
                y1: Int16(truncatingIfNeeded: y1), isUp: isUp))
        rows[row] = index
    }
}
