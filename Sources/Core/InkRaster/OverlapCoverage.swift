// SPDX-License-Identifier: MIT

/// Measures the coverage of a pixel in which an outline overlaps itself: the share of 64 lines across it that has a
/// non-zero winding number.
struct OverlapCoverage {
    /// A piece as a line: its position at a height, in 65,536ths of a 256th of a pixel.
    private struct Line {
        let y0: Int32
        let y1: Int32
        let start: Int32
        let slope: Int32
        let isUp: Bool

        init(_ piece: Piece) {
            y0 = piece.y0
            y1 = piece.y1
            start = piece.x0 << 16
            slope = (piece.x1 << 16 &- start) / (y1 &- y0)
            isUp = piece.isUp
        }

        /// Returns the position at a height of the line, in 256ths of a pixel, 0...256.
        @inline(__always) func position(at y: Int32) -> Int32 { (start &+ slope &* (y &- y0)) >> 16 }

        @inline(__always) func crosses(_ y: Int32) -> Bool { y0 <= y && y < y1 }
    }

    /// The number of lines up to which sorting is faster than counting.
    private static var sortLimit: Int { 64 }

    private var lines: [Line] = []
    /// The leftmost crossing upwards at each height in 256ths of a pixel, or 256, and the rightmost one downwards, or 0.
    private var leftmostUp = [Int32](repeating: 256, count: 64)
    private var rightmostDown = [Int32](repeating: 0, count: 64)
    /// The positions times four, plus 1 for a piece that goes down or 3 for one that goes up.
    private var crossings = [Int32](repeating: 0, count: OverlapCoverage.sortLimit)
    /// The change of the winding number at each of 257 positions.
    private var changes: [Int32] = []

    /// Returns the covered area of the pixel in 1/131,072.
    /// - Parameters:
    ///   - pieces: The pieces, in which a list ends at `last`.
    ///   - last: The number of the pixel's last piece, counted from 1.
    ///   - winding: The winding numbers at the pixel's left border.
    ///   - higher: The rest of these numbers.
    ///   - up: The heights that pieces cross upwards.
    ///   - down: The heights that pieces cross downwards.
    @inline(never) mutating func area(
        _ pieces: UnsafeMutablePointer<Piece>, last: Int32, _ winding: WindingRow,
        _ higher: HigherPlanes, _ up: HeightCrossings, _ down: HeightCrossings
    ) -> Int32 {
        var least = LeastNumbers(winding, higher)
        var count = 0
        var number = last
        while number > 0 {
            let piece = pieces[Int(number &- 1)]
            if !piece.isUp { least.subtract(WindingRow.heights(piece.y0, piece.y1)) }
            count &+= 1
            number = piece.previous
        }
        let nonZero = winding.plane0 | winding.beyondOne(higher)
        let crossed = up.once | down.once
        var full = nonZero & ~crossed
        var equal: UInt64 = 0
        if count <= LeastNumbers.countLimit && higher.isSmall {
            full |= least.positive
            equal = crossed & ~full & least.zero
        }
        let others = crossed & ~(full | equal)
        var total = Int32(full.nonzeroBitCount) &* 256
        if equal != 0 { total &+= length(equal, pieces, last) }
        if others != 0 { total &+= sortedLength(others, winding, higher, pieces, last) }
        // 64 lines of 256 units each.
        return total &* 8
    }

    /// Returns the covered 256ths of heights at which the number begins equal to the number of crossings that go down:
    /// it is 0 from the last of these to the first that goes up.
    private mutating func length(_ heights: UInt64, _ pieces: UnsafeMutablePointer<Piece>, _ last: Int32) -> Int32 {
        var total: Int32 = 0
        let first = heights.trailingZeroBitCount
        let end = 64 &- heights.leadingZeroBitCount
        leftmostUp.withUnsafeMutableBufferPointer { ups in
            rightmostDown.withUnsafeMutableBufferPointer { downs in
                guard let ups = ups.baseAddress, let downs = downs.baseAddress else { return }
                var number = last
                while number > 0 {
                    let piece = pieces[Int(number &- 1)]
                    number = piece.previous
                    let line = Line(piece)
                    var j = max(first, Int((line.y0 &+ 1) >> 2))
                    let lineEnd = min(end, Int((line.y1 &+ 1) >> 2))
                    var position = line.start &+ line.slope &* (Int32(truncatingIfNeeded: j) &* 4 &+ 2 &- line.y0)
                    if line.isUp {
                        while j < lineEnd {
                            ups[j] = min(ups[j], position >> 16)
                            position &+= 4 &* line.slope
                            j &+= 1
                        }
                    } else {
                        while j < lineEnd {
                            downs[j] = max(downs[j], position >> 16)
                            position &+= 4 &* line.slope
                            j &+= 1
                        }
                    }
                }
                for j in first..<end {
                    if heights &>> UInt64(truncatingIfNeeded: j) & 1 != 0 {
                        total &+= 256 &- max(0, ups[j] &- downs[j])
                    }
                    ups[j] = 256
                    downs[j] = 0
                }
            }
        }
        return total
    }

    /// Returns the covered 256ths of any heights, by their crossings from left to right.
    @inline(never) private mutating func sortedLength(
        _ heights: UInt64, _ winding: WindingRow, _ higher: HigherPlanes, _ pieces: UnsafeMutablePointer<Piece>,
        _ last: Int32
    ) -> Int32 {
        lines.removeAll(keepingCapacity: true)
        var number = last
        while number > 0 {
            let piece = pieces[Int(number &- 1)]
            lines.append(Line(piece))
            number = piece.previous
        }
        if lines.count > Self.sortLimit { return countedLength(heights, winding, higher) }
        var total: Int32 = 0
        let lines = lines
        crossings.withUnsafeMutableBufferPointer { crossings in
            var rest = heights
            while rest != 0 {
                let j = UInt64(truncatingIfNeeded: rest.trailingZeroBitCount)
                rest &= rest &- 1
                let count = Self.cross(lines, at: Int32(truncatingIfNeeded: j) &* 4 &+ 2, crossings)
                total &+= Self.covered(crossings, count, entering: winding.number(at: j, higher))
            }
        }
        return total
    }

    /// Returns the same length without sorting, in time proportional to the number of lines.
    private mutating func countedLength(_ heights: UInt64, _ winding: WindingRow, _ higher: HigherPlanes) -> Int32 {
        var total: Int32 = 0
        if changes.isEmpty { changes = [Int32](repeating: 0, count: 257) }
        var rest = heights
        while rest != 0 {
            let j = UInt64(truncatingIfNeeded: rest.trailingZeroBitCount)
            rest &= rest &- 1
            let y = Int32(truncatingIfNeeded: j) &* 4 &+ 2
            for x in changes.indices { changes[x] = 0 }
            for line in lines where line.crosses(y) { changes[Int(line.position(at: y))] &+= line.isUp ? 1 : -1 }
            var number = winding.number(at: j, higher)
            for x in 0..<256 {
                number &+= changes[x]
                if number != 0 { total &+= 1 }
            }
        }
        return total
    }

    /// Collects the crossings at a height, from left to right, and returns their number.
    @inline(__always) private static func cross(
        _ lines: [Line], at y: Int32, _ crossings: UnsafeMutableBufferPointer<Int32>
    ) -> Int {
        var count = 0
        for line in lines where line.crosses(y) {
            let crossing = line.position(at: y) &* 4 &+ (line.isUp ? 3 : 1)
            var i = count
            while i > 0 && crossings[i &- 1] > crossing {
                crossings[i] = crossings[i &- 1]
                i &-= 1
            }
            crossings[i] = crossing
            count &+= 1
        }
        return count
    }

    /// Returns the number of 256ths of a line with a non-zero winding number.
    @inline(__always) private static func covered(
        _ crossings: UnsafeMutableBufferPointer<Int32>, _ count: Int, entering: Int32
    ) -> Int32 {
        var number = entering
        var start: Int32 = 0
        var length: Int32 = 0
        for i in 0..<count {
            let x = crossings[i] >> 2
            if number != 0 { length &+= x &- start }
            number &+= crossings[i] & 3 &- 2
            start = x
        }
        return number != 0 ? length &+ 256 &- start : length
    }
}
