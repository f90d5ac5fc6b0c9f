// SPDX-License-Identifier: MIT

/// Computes the coverage of a row of pixels from the pieces in it.
///
/// In a pixel where the outline does not overlap itself, the coverage is the exact area, summed from its pieces. Such a
/// sum counts an overlap twice. Where the winding number exceeds 1 inside a partly covered pixel, the union is measured
/// along 64 lines instead.
struct RowScanner {
    private var higher = HigherPlanes()
    private var overlap = OverlapCoverage()

    /// The sums of everything to the left of a pixel.
    private struct Passed {
        var winding: WindingRow
        /// Twice the sum of the signed heights of all pieces, in 256ths: 512 for a winding number of 1.
        var cover: Int32
    }

    /// Reports the coverage of a row, and removes its pieces.
    /// - Parameters:
    ///   - band: The band of the row.
    ///   - row: The row, counted from the band's first.
    ///   - number: The winding number of edges that pass the whole row to the left of the clip.
    ///   - minX: The first column, counted from the sink's first.
    ///   - y: The row, counted from the sink's first.
    ///   - sink: The receiver of the coverage.
    @inline(__always) mutating func scan(
        _ band: PixelBand, row: Int, entering number: Int32, minX: Int32, y: Int32, into sink: inout some CoverageSink
    ) {
        let lastPieces = band.lastPieces + row &* band.stride
        let touched = band.touched + row &* band.wordCount
        let wordCount = band.wordCount
        var passed = Passed(winding: WindingRow(number, &higher), cover: 512 &* number)
        var word = 0
        var bits = touched[0]
        touched[0] = 0
        if bits & 1 != 0 {
            // The cell of what is to the left of the clip is not a pixel.
            passed.cover &+= Self.sums(band, lastPieces[0]).cover
            passed.winding = added(band, lastPieces[0], passed.winding)
            bits &= ~1
        }
        var end = 1
        while true {
            while bits == 0 && word &+ 1 < wordCount {
                word &+= 1
                bits = touched[word]
                touched[word] = 0
            }
            let index = bits == 0 ? band.stride : word &<< 6 &+ bits.trailingZeroBitCount
            emitSpan(end, index, minX, y, passed, into: &sink)
            if bits == 0 { return }
            bits &= bits &- 1
            end = index &+ 1
            let coverage = Self.coverage(pass(band, last: lastPieces[index], &passed))
            if coverage > 0 {
                sink.add(x: minX &+ Int32(truncatingIfNeeded: index) &- 1, y: y, coverage: coverage)
            }
        }
    }

    /// Emits a span of pixels without pieces. All have the same coverage: full, unless a horizontal edge runs through
    /// them.
    @inline(__always) private func emitSpan(
        _ from: Int, _ to: Int, _ minX: Int32, _ y: Int32, _ passed: Passed, into sink: inout some CoverageSink
    ) {
        guard passed.cover != 0 && from < to else { return }
        let beyondOne = passed.winding.beyondOne(higher)
        let nonZero = passed.winding.plane0 | beyondOne
        let area = beyondOne == 0 ? passed.cover &* 256 : Int32(nonZero.nonzeroBitCount) &* 2048
        let coverage = Self.coverage(area)
        guard coverage > 0 else { return }
        let x = minX &+ Int32(truncatingIfNeeded: from) &- 1
        sink.add(x: x, y: y, count: Int32(truncatingIfNeeded: to &- from), coverage: coverage)
    }

    /// Converts 131,072nds of a pixel to 255ths.
    @inline(__always) private static func coverage(_ area: Int32) -> UInt32 {
        (min(area.magnitude, 131_072) &* 255 &+ 65_536) &>> 17
    }

    /// Returns the sums of the pieces in a list that ends at `last`, which is not empty.
    @inline(__always) private static func sums(_ band: PixelBand, _ last: UInt32) -> PieceSums {
        var sums = PieceSums()
        var number = Int(last)
        repeat {
            let piece = band.pieces[number &- 1]
            sums.add(piece, band.borders)
            number = piece.previous
        } while number > 0
        return sums
    }

    /// Returns the covered area of a pixel with pieces in 131,072nds, and passes the pieces.
    @inline(__always) private mutating func pass(_ band: PixelBand, last: UInt32, _ passed: inout Passed) -> Int32 {
        let sums = Self.sums(band, last)
        var area = passed.cover &* 256 &+ sums.area
        passed.cover &+= sums.cover
        let beyondOne = passed.winding.beyondOne(higher)
        let nonZero = passed.winding.plane0 | beyondOne
        if beyondOne | sums.up.twice | (nonZero & sums.up.once) != 0 {
            if ~nonZero == 0 && sums.down.once == 0 || ~beyondOne == 0 && sums.down.twice == 0 {
                area = 131_072
            } else {
                let crossed = sums.up.once | sums.down.once
                area = overlap.area(band, last: last, crossed: crossed, passed.winding, higher)
            }
        }
        if sums.up.twice | sums.down.twice == 0 {
            // A height that is crossed both ways keeps its number.
            let both = sums.up.once & sums.down.once
            passed.winding.add(sums.up.once ^ both, isUp: true, &higher)
            passed.winding.add(sums.down.once ^ both, isUp: false, &higher)
        } else {
            passed.winding = added(band, last, passed.winding)
        }
        return area
    }

    /// Adds the pieces of a pixel to the winding numbers one by one.
    @inline(never) private mutating func added(
        _ band: PixelBand, _ last: UInt32, _ winding: WindingRow
    ) -> WindingRow {
        var winding = winding
        // Adding before subtracting keeps the numbers from passing through negative ones.
        add(band, last, isUp: true, to: &winding)
        add(band, last, isUp: false, to: &winding)
        return winding
    }

    @inline(__always) private mutating func add(
        _ band: PixelBand, _ last: UInt32, isUp: Bool, to winding: inout WindingRow
    ) {
        var number = Int(last)
        while number > 0 {
            let piece = band.pieces[number &- 1]
            let mask = isUp ? piece.upMask : ~piece.upMask
            winding.add(piece.heights(band.borders) & mask, isUp: isUp, &higher)
            number = piece.previous
        }
    }
}
