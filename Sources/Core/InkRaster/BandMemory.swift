// SPDX-License-Identifier: MIT

/// The memory of a ``PixelBand``, which is used again for each band.
struct BandMemory {
    private var cells: [PixelCell] = []
    private var touched: [UInt64] = []
    private var steps = [Int32](repeating: 0, count: BandMemory.rowLimit + 1)
    private var pieces: [Piece] = []

    /// The greatest number of rows in a band, and of cells in a band with several rows: so many that a band stays in a
    /// processor's second cache.
    private static var rowLimit: Int { 8 }
    private static var cellLimit: Int { 32_768 }

    /// Prepares for bands of a clip with `width` columns, and returns the number of their rows as a power of 2.
    mutating func prepare(width: Int) -> Int64 {
        let stride = PixelBand.stride(width: width)
        var shift = 0
        while 2 << shift <= Self.rowLimit && stride << (shift &+ 1) <= Self.cellLimit { shift &+= 1 }
        // The clips of a growing stroke grow too. Memory that at least doubles is rarely allocated.
        let cellCount = stride << shift
        if cells.count < cellCount {
            cells = [PixelCell](repeating: PixelCell(), count: max(cellCount, min(2 * cells.count, Self.cellLimit)))
        }
        let wordCount = PixelBand.wordCount(width: width) << shift
        if touched.count < wordCount { touched = [UInt64](repeating: 0, count: max(wordCount, 2 * touched.count)) }
        return Int64(shift)
    }

    /// Calls `body` with an empty band, which it has to leave empty.
    @inline(__always) mutating func withBand(
        rowCount: Int, width: Int, top: Int64, pieceLimit: Int, _ body: (inout PixelBand) -> Void
    ) {
        if pieces.count < pieceLimit {
            let none = Piece(x0: 0, y0: 0, x1: 0, y1: 0, isUp: false, previous: 0)
            pieces = [Piece](repeating: none, count: max(1024, 2 * pieceLimit))
        }
        cells.withUnsafeMutableBufferPointer { cells in
            touched.withUnsafeMutableBufferPointer { touched in
                steps.withUnsafeMutableBufferPointer { steps in
                    pieces.withUnsafeMutableBufferPointer { pieces in
                        guard let cells = cells.baseAddress, let touched = touched.baseAddress,
                            let steps = steps.baseAddress, let pieces = pieces.baseAddress
                        else { return }
                        var band = PixelBand(
                            cells: cells, touched: touched, steps: steps, pieces: pieces, rowCount: rowCount,
                            width: width, top: top)
                        body(&band)
                    }
                }
            }
        }
    }
}
