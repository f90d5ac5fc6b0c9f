// SPDX-License-Identifier: MIT

/// Measures the coverage of a pixel in which an outline overlaps itself: the share of 64 lines across it that has a
/// non-zero winding number.
///
/// Four lines are measured at a time, in the lanes of a vector.
struct OverlapCoverage {
    /// The number of pieces up to which sorting is faster than counting.
    private static var sortLimit: Int { 24 }

    /// The pieces of a pixel. More than these are rare, so that a live sample allocates no memory.
    private var slopes = [PieceSlope](uninitializedCount: 64)
    private var slopeCount = 0
    /// For each group of lines, the leftmost crossings upwards, or 256, and the rightmost ones downwards, negated, or
    /// 0.
    private var leftmostUp = [LineGroup](repeating: LineGroup(repeating: 256), count: 16)
    private var rightmostDown = [LineGroup](repeating: LineGroup(), count: 16)
    /// The positions of crossings times four, plus 1 for a piece that goes down, 3 for one that goes up, or 2 for none.
    private var crossings = [LineGroup](repeating: LineGroup(), count: OverlapCoverage.sortLimit)
    /// The change of the winding number at each of 257 positions.
    private var changes = [Int32](repeating: 0, count: 257)

    /// Returns the covered area of the pixel in 1/131,072.
    /// - Parameters:
    ///   - band: The band with the pixel's pieces.
    ///   - last: The number of the pixel's last piece.
    ///   - crossed: The heights that its pieces cross.
    ///   - winding: The winding numbers at the pixel's left border.
    ///   - higher: The rest of these numbers.
    @inline(never) mutating func area(
        _ band: PixelBand, last: UInt32, crossed: UInt64, _ winding: WindingRow, _ higher: HigherPlanes
    ) -> Int32 {
        var least = MinimumWindings(winding, higher)
        var count = 0
        var number = Int(last)
        while number > 0 {
            let piece = band.pieces[number &- 1]
            least.subtract(piece.heights(band.borders) & ~piece.upMask)
            count &+= 1
            number = piece.previous
        }
        var full = (winding.plane0 | winding.beyondOne(higher)) & ~crossed
        var equal: UInt64 = 0
        if count <= MinimumWindings.countLimit && higher.isSmall {
            full |= least.positive
            equal = crossed & ~full & least.zero
        }
        let others = crossed & ~(full | equal)
        var total = Int32(full.nonzeroBitCount) &* 256
        if equal | others != 0 {
            collectSlopes(band, last: last, count)
            if equal != 0 { total &+= length(equal) }
            if others != 0 {
                let isShort = count <= Self.sortLimit
                total &+= isShort ? sortedLength(others, winding, higher) : countedLength(others, winding, higher)
            }
        }
        // 64 lines of 256 units each.
        return total &* 8
    }

    private mutating func collectSlopes(_ band: PixelBand, last: UInt32, _ count: Int) {
        if slopes.count < count { slopes = [PieceSlope](uninitializedCount: 2 &* count) }
        slopeCount = count
        slopes.withUnsafeMutableBufferPointer { slopes in
            var number = Int(last)
            for i in 0..<count {
                let piece = band.pieces[number &- 1]
                slopes[i] = PieceSlope(piece)
                number = piece.previous
            }
        }
    }

    /// Returns the covered 256ths of heights at which the number begins equal to the number of crossings that go down:
    /// it is 0 from the last of these to the first that goes up.
    private mutating func length(_ heights: UInt64) -> Int32 {
        let first = heights.trailingZeroBitCount
        let end = 64 &- heights.leadingZeroBitCount
        var gaps = LineGroup()
        leftmostUp.withUnsafeMutableBufferPointer { ups in
            rightmostDown.withUnsafeMutableBufferPointer { downs in
                for slope in slopes[..<slopeCount] {
                    let from = max(first, slope.first)
                    let to = min(end, slope.end)
                    guard from < to else { continue }
                    let places = slope.isUp ? ups : downs
                    for group in (from >> 2)..<((to &+ 3) >> 2) {
                        let (x, outside) = slope.positions(in: group)
                        let place = slope.isUp ? x & ~outside | outside & 256 : (0 &- x) & ~outside
                        places[group] = places[group].least(place)
                    }
                }
                for group in (first >> 2)..<((end &+ 3) >> 2) {
                    let gap = ups[group] &+ downs[group]
                    gaps &+= gap & ~gap.signs & LineGroup(of: heights, group)
                    ups[group] = LineGroup(repeating: 256)
                    downs[group] = LineGroup()
                }
            }
        }
        return Int32(heights.nonzeroBitCount) &* 256 &- gaps.wrappedSum()
    }

    /// Returns the covered 256ths of any heights, by their crossings from left to right.
    @inline(never) private mutating func sortedLength(
        _ heights: UInt64, _ winding: WindingRow, _ higher: HigherPlanes
    ) -> Int32 {
        var covered = LineGroup()
        crossings.withUnsafeMutableBufferPointer { crossings in
            for group in (heights.trailingZeroBitCount >> 2)..<((67 &- heights.leadingZeroBitCount) >> 2) {
                let chosen = LineGroup(of: heights, group)
                var count = 0
                for slope in slopes[..<slopeCount] where slope.first < group &* 4 &+ 4 && slope.end > group &* 4 {
                    let (x, outside) = slope.positions(in: group)
                    // 1026 is the right border without a change.
                    var later = (x &* 4 &+ (slope.isUp ? 3 : 1)) & ~outside | outside & 1026
                    for i in 0..<count {
                        let earlier = crossings[i]
                        crossings[i] = earlier.least(later)
                        later = earlier &+ later &- crossings[i]
                    }
                    crossings[count] = later
                    count &+= 1
                }
                var number = winding.numbers(in: group, higher)
                var start = LineGroup()
                for i in 0..<count {
                    let x = crossings[i] &>> 2
                    covered &+= (x &- start) & number.nonZero & chosen
                    number &+= crossings[i] & 3 &- 2
                    start = x
                }
                covered &+= (256 &- start) & number.nonZero & chosen
            }
        }
        return covered.wrappedSum()
    }

    /// Returns the same length without sorting, in time proportional to the number of pieces.
    @inline(never) private mutating func countedLength(
        _ heights: UInt64, _ winding: WindingRow, _ higher: HigherPlanes
    ) -> Int32 {
        var total: Int32 = 0
        var rest = heights
        while rest != 0 {
            let j = rest.trailingZeroBitCount
            rest &= rest &- 1
            for x in changes.indices { changes[x] = 0 }
            for slope in slopes[..<slopeCount] where slope.first <= j && j < slope.end {
                changes[Int(slope.position(at: j))] &+= slope.isUp ? 1 : -1
            }
            var number = winding.number(at: UInt64(truncatingIfNeeded: j), higher)
            for x in 0..<256 {
                number &+= changes[x]
                if number != 0 { total &+= 1 }
            }
        }
        return total
    }
}
