// SPDX-License-Identifier: MIT

/// A piece of an outline's edge inside one pixel. Positions are 256ths of a pixel, 0...256, with `y0 < y1`.
struct Piece {
    /// The next piece of the same row or column. −1 ends a list.
    var next: Int32
    var column: Int32
    var x0: Int16
    var x1: Int16
    var y0: Int16
    var y1: Int16
    /// A Boolean value that indicates whether the outline goes up here, which enters the ink from the left.
    var isUp: Bool
}

/// Scans a row of pixels and computes the coverage of each by the outline.
///
/// In a pixel where the outline does not overlap itself, the coverage is the exact area, summed from its pieces. Such a
/// sum counts an overlap twice. Where the winding number exceeds 1 inside a partly covered pixel, the union is measured
/// along 64 lines instead.
struct RowScanner {
    let pieces: UnsafeMutablePointer<Piece>
    /// The first piece of each column, or −1 for none. All are −1 between rows.
    let columns: UnsafeMutablePointer<Int32>
    /// A bit for each column that has pieces. All are 0 between rows.
    let touched: UnsafeMutablePointer<UInt64>
    let minX: Int32
    let width: Int32
    private var winding = WindingRow()
    private var overlap = OverlapCoverage()
    /// Twice the sum of the signed heights of all passed pieces, in 256ths: 512 for a winding number of 1.
    private var cover: Int32 = 0

    init(
        pieces: UnsafeMutablePointer<Piece>, columns: UnsafeMutablePointer<Int32>,
        touched: UnsafeMutablePointer<UInt64>, minX: Int32, width: Int32
    ) {
        self.pieces = pieces
        self.columns = columns
        self.touched = touched
        self.minX = minX
        self.width = width
    }

    /// Scans row `y`, whose list of pieces starts with `first`.
    mutating func scan(y: Int32, first: Int32, into sink: inout some CoverageSink) {
        gather(first)
        var spanStart: Int32 = 0
        for word in 0...(Int(width) &- 1) >> 6 {
            var bits = touched[word]
            touched[word] = 0
            while bits != 0 {
                let column = Int32(truncatingIfNeeded: word &<< 6 &+ bits.trailingZeroBitCount)
                bits &= bits &- 1
                emitSpan(spanStart, column, y, into: &sink)
                let coverage = Self.coverage(pixelArea(column))
                if coverage > 0 { sink.add(x: minX &+ column, y: y, count: 1, coverage: coverage) }
                spanStart = column &+ 1
            }
        }
        emitSpan(spanStart, width, y, into: &sink)
    }

    /// Sorts the row's pieces into their columns. Those to the left of the clip set the winding number at its edge.
    private mutating func gather(_ first: Int32) {
        winding.reset()
        cover = 0
        var index = first
        while index >= 0 {
            let i = Int(index)
            let next = pieces[i].next
            let column = Int(pieces[i].column)
            if column < 0 {
                pass(pieces[i])
            } else {
                pieces[i].next = columns[column]
                columns[column] = index
                touched[column >> 6] |= 1 &<< UInt64(truncatingIfNeeded: column & 63)
            }
            index = next
        }
    }

    @inline(__always) private mutating func pass(_ piece: Piece) {
        let height = 2 &* Int32(piece.y1 &- piece.y0)
        cover &+= piece.isUp ? height : 0 &- height
        winding.add(WindingRow.heights(Int32(piece.y0), Int32(piece.y1)), isUp: piece.isUp)
    }

    /// Emits a span of pixels without pieces. All have the same coverage: full, unless a horizontal edge runs through
    /// them.
    @inline(__always) private func emitSpan(
        _ from: Int32, _ to: Int32, _ y: Int32, into sink: inout some CoverageSink
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

    /// Returns the covered area of a pixel with pieces in 131,072nds. Passes the pieces and removes them from the
    /// column.
    private mutating func pixelArea(_ column: Int32) -> Int32 {
        let head = columns[Int(column)]
        columns[Int(column)] = -1
        var area = cover &* 256
        var up: UInt64 = 0
        var upTwice: UInt64 = 0
        var down: UInt64 = 0
        var downTwice: UInt64 = 0
        var index = head
        while index >= 0 {
            let piece = pieces[Int(index)]
            index = piece.next
            let part = Int32(piece.y1 &- piece.y0) &* (512 &- Int32(piece.x0) &- Int32(piece.x1))
            let heights = WindingRow.heights(Int32(piece.y0), Int32(piece.y1))
            if piece.isUp {
                area &+= part
                upTwice |= up & heights
                up |= heights
            } else {
                area &-= part
                downTwice |= down & heights
                down |= heights
            }
        }
        let nonZero = winding.nonZero
        let beyondOne = winding.beyondOne
        if beyondOne | upTwice | (nonZero & up) != 0 {
            if ~nonZero == 0 && down == 0 || ~beyondOne == 0 && downTwice == 0 {
                area = 131_072
            } else {
                area = overlapArea(head, crossed: up | down)
            }
        }
        index = head
        while index >= 0 {
            pass(pieces[Int(index)])
            index = pieces[Int(index)].next
        }
        return area
    }

    @inline(never) private mutating func overlapArea(_ head: Int32, crossed: UInt64) -> Int32 {
        overlap.removeAll()
        var index = head
        while index >= 0 {
            overlap.add(pieces[Int(index)])
            index = pieces[Int(index)].next
        }
        return overlap.area(winding, crossed: crossed)
    }
}
