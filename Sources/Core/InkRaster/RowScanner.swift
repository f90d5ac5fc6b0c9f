// SPDX-License-Identifier: MIT

/// A piece of an outline's edge inside one pixel. Positions are 256ths of a pixel, 0...256, with `y0 < y1`.
struct Piece {
    /// The next piece of the same pixel. −1 ends a list.
    var next: Int32
    var x0: Int16
    var x1: Int16
    var y0: Int16
    var y1: Int16
    /// A Boolean value that indicates whether the outline goes up here, which enters the ink from the left.
    var isUp: Bool
}

/// Computes the coverage of a row of pixels from the slices of edges in it.
///
/// In a pixel where the outline does not overlap itself, the coverage is the exact area, summed from its pieces. Such a
/// sum counts an overlap twice. Where the winding number exceeds 1 inside a partly covered pixel, the union is measured
/// along 64 lines instead.
struct RowScanner {
    private var minX: Int32 = 0
    private var width: Int32 = 0
    private var cells: [PixelCell] = []
    private var touched: [UInt64] = []
    private var pieces: [Piece] = []
    private var winding = WindingRow()
    private var overlap = OverlapCoverage()

    /// Prepares for the rows of a clip.
    mutating func prepare(minX: Int32, width: Int32) {
        self.minX = minX
        self.width = width
        let count = Int(width)
        guard cells.count < count else { return }
        cells = [PixelCell](repeating: PixelCell(), count: count)
        touched = [UInt64](repeating: 0, count: count / 64 + 1)
    }

    /// Reports the coverage of row `y`, and removes the edges that end in it.
    /// - Parameters:
    ///   - edges: The edges that cross the row.
    ///   - pieceLimit: An upper bound of the number of pieces into which pixel borders cut the edges in the row.
    ///   - row: The row, counted from the clip's first.
    ///   - y: The row, counted from the sink's first.
    ///   - sink: The receiver of the coverage.
    mutating func scan(
        _ edges: inout [ActiveEdge], pieceLimit: Int, row: Int32, y: Int32, into sink: inout some CoverageSink
    ) {
        if pieces.count < pieceLimit {
            let none = Piece(next: -1, x0: 0, x1: 0, y0: 0, y1: 0, isUp: false)
            pieces = [Piece](repeating: none, count: max(256, 2 * pieceLimit))
        }
        winding.reset()
        let width = width
        let minX = minX
        var count = edges.count
        edges.withUnsafeMutableBufferPointer { edges in
            cells.withUnsafeMutableBufferPointer { cells in
                touched.withUnsafeMutableBufferPointer { touched in
                    pieces.withUnsafeMutableBufferPointer { pieces in
                        guard let cells = cells.baseAddress, let touched = touched.baseAddress,
                            let pieces = pieces.baseAddress
                        else { return }
                        var pixels = PixelRow(cells: cells, touched: touched, pieces: pieces, width: width)
                        var i = 0
                        while i < count {
                            let (slice, isContinued) = edges[i].next(row: Int64(row))
                            pixels.cut(slice, &winding)
                            if isContinued {
                                i &+= 1
                            } else {
                                count &-= 1
                                edges[i] = edges[count]
                            }
                        }
                        pixels.scan(minX: minX, y: y, &winding, &overlap, into: &sink)
                    }
                }
            }
        }
        edges.removeLast(edges.count - count)
    }

    /// Returns an upper bound of the number of pieces into which pixel borders cut the edges in a row.
    static func pieceLimit(_ edges: [ActiveEdge]) -> Int {
        var limit: Int64 = 0
        for i in edges.indices { limit &+= Int64(edges[i].columnLimit) }
        return Int(clamping: limit)
    }

    /// Removes the edges that end in a row, without a report.
    static func skip(_ edges: inout [ActiveEdge], row: Int32) {
        var kept: [ActiveEdge] = []
        for var edge in edges where edge.next(row: Int64(row)).isContinued { kept.append(edge) }
        edges = kept
    }
}
