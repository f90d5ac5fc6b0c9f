// SPDX-License-Identifier: MIT

/// The memory of a ``PixelBand``, which is used again for each band.
struct BandMemory {
    private var lastPieces: [UInt32] = []
    private var touched: [UInt64] = []
    private var steps: [Int32] = []
    private var pieces: [Piece] = []
    private let borders = WindingRow.borders()

    /// The greatest number of cells in a band with several rows. They take 2 MB, of which a processor touches few.
    private static var cellLimit: Int { 524_288 }

    /// Returns the number of rows in the bands of a clip with `width` columns.
    static func rowLimit(width: Int32) -> Int32 {
        Int32(truncatingIfNeeded: max(1, cellLimit / PixelBand.stride(width: Int(width))))
    }

    /// The number of pieces for which there is memory.
    var pieceCapacity: Int { pieces.count }

    /// Allocates memory for at least `count` pieces, or for as many as there may be.
    @inline(never) mutating func reserve(pieceCount count: Int) {
        if pieces.count < count { pieces = [Piece](uninitializedCount: min(max(1024, count), Piece.countLimit)) }
    }

    /// Calls `body` with an empty band, which it has to leave empty.
    @inline(__always) mutating func withBand(
        rowCount: Int, width: Int, _ body: (inout PixelBand) -> Int
    ) -> Int {
        let cellCount = PixelBand.stride(width: width) &* rowCount
        let wordCount = PixelBand.wordCount(width: width) &* rowCount
        // The clips of a growing stroke grow too. Memory that at least doubles is rarely allocated.
        if lastPieces.count < cellCount {
            lastPieces = [UInt32](uninitializedCount: max(cellCount, 2 &* lastPieces.count))
        }
        if touched.count < wordCount { touched = [UInt64](repeating: 0, count: max(wordCount, 2 &* touched.count)) }
        if steps.count <= rowCount { steps = [Int32](repeating: 0, count: max(512, 2 &* rowCount)) }
        return lastPieces.withUnsafeMutableBufferPointer { lastPieces in
            touched.withUnsafeMutableBufferPointer { touched in
                steps.withUnsafeMutableBufferPointer { steps in
                    pieces.withUnsafeMutableBufferPointer { pieces in
                        borders.withUnsafeBufferPointer { borders in
                            guard let lastPieces = lastPieces.baseAddress, let touched = touched.baseAddress,
                                let steps = steps.baseAddress, let borders = borders.baseAddress
                            else { return 0 }
                            var band = PixelBand(
                                lastPieces: lastPieces, touched: touched, steps: steps, pieces: pieces,
                                borders: borders, rowCount: rowCount, width: width)
                            return body(&band)
                        }
                    }
                }
            }
        }
    }
}

extension Array where Element: BitwiseCopyable {
    /// Creates an array whose elements are written before they are read.
    init(uninitializedCount count: Int) { self.init(unsafeUninitializedCapacity: count) { $1 = count } }
}
