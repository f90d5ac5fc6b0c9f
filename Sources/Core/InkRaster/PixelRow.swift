// SPDX-License-Identifier: MIT

/// The sums of the pieces in one pixel.
struct PixelCell {
    var down = HeightCrossings()
    var up = HeightCrossings()
    /// Twice the signed area to the right of the pieces, in 65,536ths of a pixel.
    var area: Int32 = 0
    /// Twice the signed height of the pieces, in 256ths.
    var cover: Int32 = 0
    /// The first piece, or −1 for none.
    var head: Int32 = -1
}

/// The heights of a pixel that pieces of one direction cross, as the bits of ``WindingRow``.
struct HeightCrossings {
    var once: UInt64 = 0
    /// The heights that more than one piece crosses.
    var twice: UInt64 = 0

    @inline(__always) mutating func add(_ heights: UInt64) {
        twice |= once & heights
        once |= heights
    }
}

/// A row of pixels while it is filled: cuts slices of edges at pixel borders, and adds up each pixel.
///
/// All cells are empty between rows. Columns are relative to the clip, 0..<`width`, and every access to a cell is
/// limited to them. `pieces` has room for all; see ``RowScanner/pieceLimit(_:)``.
struct PixelRow {
    let cells: UnsafeMutablePointer<PixelCell>
    /// A bit for each column that has pieces.
    let touched: UnsafeMutablePointer<UInt64>
    let pieces: UnsafeMutablePointer<Piece>
    let width: Int32
    private var pieceCount: Int32 = 0
    /// Twice the sum of the signed heights of all passed pieces, in 256ths: 512 for a winding number of 1.
    private var cover: Int32 = 0

    init(
        cells: UnsafeMutablePointer<PixelCell>, touched: UnsafeMutablePointer<UInt64>,
        pieces: UnsafeMutablePointer<Piece>, width: Int32
    ) {
        self.cells = cells
        self.touched = touched
        self.pieces = pieces
        self.width = width
    }

    // MARK: Cutting

    /// Cuts a slice at pixel borders. What lies to the left of the clip sets the winding numbers at its edge.
    @inline(__always) mutating func cut(_ slice: EdgeSlice, _ winding: inout WindingRow) {
        let column0 = slice.x0 >> 8
        let column1 = slice.x1 >> 8
        let startX = Int32(truncatingIfNeeded: slice.x0 & 255)
        let endX = Int32(truncatingIfNeeded: slice.x1 & 255)
        if column0 == column1 {
            guard column0 < Int64(width) else { return }
            let heights = WindingRow.heights(slice.y0, slice.y1)
            add(column0, startX, slice.y0, endX, slice.y1, heights, slice.isUp, &winding)
            return
        }
        let isRightwards = column0 < column1
        let step: Int64 = isRightwards ? 1 : -1
        let whole = (slice.x1 &- slice.x0) &* step
        let height = Int64(slice.y1 &- slice.y0)
        var column = column0
        var x = startX
        var y = slice.y0
        // To the left of the clip, one piece suffices.
        var last = column1
        if isRightwards {
            if column < -1 { column = min(-1, column1) }
        } else {
            if column >= Int64(width) {
                column = Int64(width) &- 1
                // The border itself belongs to the pixel on its right.
                if column < column1 { return }
                x = 256
                y &+= Int32(truncatingIfNeeded: height &* (slice.x0 &- Int64(width) << 8) / whole)
            }
            last = max(column1, -1)
            column = max(column, last)
        }
        let exit: Int32 = isRightwards ? 256 : 0
        let border = isRightwards ? (column &+ 1) << 8 &- slice.x0 : slice.x0 &- column << 8
        var passed = WindingRow.lowBits(y)
        var borders = BorderHeights(height, first: border, whole, isOne: (last &- column).magnitude < 2)
        while column != last {
            guard column < Int64(width) else { return }
            let endY = slice.y0 &+ borders.next()
            let reached = WindingRow.lowBits(endY)
            add(column, x, y, exit, endY, reached & ~passed, slice.isUp, &winding)
            x = 256 &- exit
            y = endY
            passed = reached
            column &+= step
        }
        guard column < Int64(width) else { return }
        add(column, x, y, endX, slice.y1, WindingRow.lowBits(slice.y1) & ~passed, slice.isUp, &winding)
    }

    /// Adds a piece that crosses `heights`. Pieces to the left of the clip count by their heights alone.
    @inline(__always) private mutating func add(
        _ column: Int64, _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ heights: UInt64, _ isUp: Bool,
        _ winding: inout WindingRow
    ) {
        guard y0 < y1 else { return }
        // All bits are set for an edge that goes down.
        let sign: Int32 = isUp ? 0 : -1
        let height = ((y1 &- y0) ^ sign) &- sign
        guard column >= 0 else {
            cover &+= 2 &* height
            winding.add(heights, isUp: isUp)
            return
        }
        let i = Int(truncatingIfNeeded: column)
        if isUp { cells[i].up.add(heights) } else { cells[i].down.add(heights) }
        cells[i].cover &+= 2 &* height
        cells[i].area &+= height &* (512 &- x0 &- x1)
        pieces[Int(pieceCount)] = Piece(
            next: cells[i].head, x0: Int16(truncatingIfNeeded: x0), x1: Int16(truncatingIfNeeded: x1),
            y0: Int16(truncatingIfNeeded: y0), y1: Int16(truncatingIfNeeded: y1), isUp: isUp)
        cells[i].head = pieceCount
        pieceCount &+= 1
        touched[i >> 6] |= 1 &<< UInt64(truncatingIfNeeded: i & 63)
    }

    // MARK: Scanning

    /// Reports the coverage of all pixels, and empties their cells.
    @inline(__always) mutating func scan(
        minX: Int32, y: Int32, _ winding: inout WindingRow, _ overlap: inout OverlapCoverage,
        into sink: inout some CoverageSink
    ) {
        var spanStart: Int32 = 0
        var word = 0
        var bits = touched[0]
        touched[0] = 0
        while true {
            while bits == 0 && word < (Int(width) &- 1) >> 6 {
                word &+= 1
                bits = touched[word]
                touched[word] = 0
            }
            let column = bits == 0 ? width : Int32(truncatingIfNeeded: word &<< 6 &+ bits.trailingZeroBitCount)
            emitSpan(spanStart, column, minX, y, winding, into: &sink)
            if bits == 0 { return }
            bits &= bits &- 1
            let coverage = Self.coverage(pixelArea(Int(column), &winding, &overlap))
            if coverage > 0 { sink.add(x: minX &+ column, y: y, count: 1, coverage: coverage) }
            spanStart = column &+ 1
        }
    }

    /// Emits a span of pixels without pieces. All have the same coverage: full, unless a horizontal edge runs through
    /// them.
    @inline(__always) private func emitSpan(
        _ from: Int32, _ to: Int32, _ minX: Int32, _ y: Int32, _ winding: WindingRow,
        into sink: inout some CoverageSink
    ) {
        guard cover != 0 && from < to else { return }
        let area =
            winding.beyondOne == 0 ? cover &* 256 : Int32(winding.nonZero.nonzeroBitCount) &* 2048
        let coverage = Self.coverage(area)
        if coverage > 0 { sink.add(x: minX &+ from, y: y, count: to &- from, coverage: coverage) }
    }

    /// Converts 131,072nds of a pixel to 255ths.
    @inline(__always) private static func coverage(_ area: Int32) -> UInt32 {
        (min(area.magnitude, 131_072) &* 255 &+ 65_536) &>> 17
    }

    /// Returns the covered area of a pixel with pieces in 131,072nds. Passes the pieces and empties the cell.
    @inline(__always) private mutating func pixelArea(
        _ column: Int, _ winding: inout WindingRow, _ overlap: inout OverlapCoverage
    ) -> Int32 {
        let cell = cells[column]
        let (up, down) = (cell.up, cell.down)
        cells[column] = PixelCell()
        var area = cover &* 256 &+ cell.area
        let nonZero = winding.nonZero
        let beyondOne = winding.beyondOne
        if beyondOne | up.twice | (nonZero & up.once) != 0 {
            if ~nonZero == 0 && down.once == 0 || ~beyondOne == 0 && down.twice == 0 {
                area = 131_072
            } else {
                area = overlap.area(pieces, first: cell.head, winding, up, down)
            }
        }
        cover &+= cell.cover
        if up.twice | down.twice == 0 {
            // A height that is crossed both ways keeps its number.
            let both = up.once & down.once
            winding.add(up.once ^ both, isUp: true)
            winding.add(down.once ^ both, isUp: false)
        } else {
            pass(cell.head, &winding)
        }
        return area
    }

    /// Adds the pieces of a pixel to the winding numbers one by one.
    @inline(never) private func pass(_ head: Int32, _ winding: inout WindingRow) {
        // Adding before subtracting keeps the numbers from passing through negative ones.
        for isUp in [true, false] {
            var index = head
            while index >= 0 {
                let piece = pieces[Int(index)]
                if piece.isUp == isUp {
                    winding.add(WindingRow.heights(Int32(piece.y0), Int32(piece.y1)), isUp: isUp)
                }
                index = piece.next
            }
        }
    }
}

/// The heights at which a slice crosses pixel borders, one after the other, rounded down.
///
/// From one border to the next the height changes by a quotient and a remainder, without a division.
private struct BorderHeights {
    private var height: Int64
    private var remainder: Int64
    private let step: Int64
    private let stepRemainder: Int64
    private let whole: Int64

    /// - Parameters:
    ///   - height: The height of the slice.
    ///   - first: The horizontal distance of the first border from the slice's start, at most `whole`.
    ///   - whole: The width of the slice, above 0.
    ///   - isOne: A Boolean value that indicates that only the first height is needed.
    @inline(__always) init(_ height: Int64, first: Int64, _ whole: Int64, isOne: Bool) {
        self.whole = whole
        let product = height &* first
        self.height = product / whole
        remainder = product &- self.height &* whole
        step = isOne ? 0 : (height << 8) / whole
        stepRemainder = isOne ? 0 : height << 8 &- step &* whole
    }

    @inline(__always) mutating func next() -> Int32 {
        defer {
            height &+= step
            remainder &+= stepRemainder
            if remainder >= whole {
                remainder &-= whole
                height &+= 1
            }
        }
        return Int32(truncatingIfNeeded: height)
    }
}
