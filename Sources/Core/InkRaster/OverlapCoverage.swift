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
            y0 = Int32(piece.y0)
            y1 = Int32(piece.y1)
            start = Int32(piece.x0) << 16
            slope = (Int32(piece.x1) << 16 &- start) / (y1 &- y0)
            isUp = piece.isUp
        }

        /// Returns the position at a height of the line, in 256ths of a pixel, 0...256.
        @inline(__always) func position(at y: Int32) -> Int32 { (start &+ slope &* (y &- y0)) >> 16 }

        @inline(__always) func crosses(_ y: Int32) -> Bool { y0 <= y && y < y1 }

        /// The indices of the heights that the line crosses.
        var heights: Range<Int> {
            Int(truncatingIfNeeded: (y0 &+ 1) >> 2)..<Int(truncatingIfNeeded: (y1 &+ 1) >> 2)
        }
    }

    /// The number of lines up to which sorting is faster than counting.
    private static var sortLimit: Int { 64 }

    /// The outermost crossings of a height, in 256ths of a pixel.
    private struct Extremes {
        /// The two leftmost that go up, or 256.
        var up: Int32 = 256
        var nextUp: Int32 = 256
        /// The two rightmost that go down, or 0.
        var down: Int32 = 0
        var nextDown: Int32 = 0

        @inline(__always) mutating func addUp(_ x: Int32) {
            nextUp = min(nextUp, max(up, x))
            up = min(up, x)
        }

        @inline(__always) mutating func addDown(_ x: Int32) {
            nextDown = max(nextDown, min(down, x))
            down = max(down, x)
        }
    }

    private var lines: [Line] = []
    private var extremes = [Extremes](repeating: Extremes(), count: 64)
    /// The positions times four, plus 1 for a piece that goes down or 3 for one that goes up.
    private var crossings = [Int32](repeating: 0, count: OverlapCoverage.sortLimit)
    /// The change of the winding number at each of 257 positions.
    private var changes: [Int32] = []

    /// Returns the covered area of the pixel in 1/131,072.
    /// - Parameters:
    ///   - pieces: The pieces, in which a list starts at `first`.
    ///   - first: The first piece of the pixel.
    ///   - winding: The winding numbers at the pixel's left border.
    ///   - up: The heights that pieces cross upwards.
    ///   - down: The heights that pieces cross downwards.
    @inline(never) mutating func area(
        _ pieces: UnsafeMutablePointer<Piece>, first: Int32, _ winding: WindingRow, _ up: HeightCrossings,
        _ down: HeightCrossings
    ) -> Int32 {
        lines.removeAll(keepingCapacity: true)
        var least = LeastNumbers(winding)
        var index = first
        while index >= 0 {
            let piece = pieces[Int(index)]
            lines.append(Line(piece))
            if !piece.isUp { least.subtract(WindingRow.heights(Int32(piece.y0), Int32(piece.y1))) }
            index = piece.next
        }
        let nonZero = winding.nonZero
        let crossed = up.once | down.once
        guard lines.count <= LeastNumbers.countLimit && winding.isSmall else {
            let full = Int32((nonZero & ~crossed).nonzeroBitCount) &* 256
            return (full &+ sortedLength(crossed, winding)) &* 8
        }
        let full = nonZero & ~crossed | least.positive
        let rest = crossed & ~full
        let equal = rest & least.zero
        let fromZero = rest & least.minusOne & ~nonZero
        let toZero = rest & least.minusOne & nonZero & ~up.twice
        let others = rest & ~(equal | fromZero | toZero)
        var total = Int32(full.nonzeroBitCount) &* 256
        if rest != others { total &+= length(equal: equal, fromZero: fromZero, toZero: toZero) }
        if others != 0 { total &+= sortedLength(others, winding) }
        // 64 lines of 256 units each.
        return total &* 8
    }

    /// Returns the covered 256ths of heights for which the outermost crossings suffice.
    ///
    /// If the number begins equal to the number of crossings that go down, it is 0 from the last of these to the first
    /// that goes up. If it begins one below that, it begins with 0 and one crossing goes down (`fromZero`), or at most
    /// one goes up (`toZero`, the mirror image).
    private mutating func length(equal: UInt64, fromZero: UInt64, toZero: UInt64) -> Int32 {
        var total: Int32 = 0
        let lines = lines
        extremes.withUnsafeMutableBufferPointer { extremes in
            for line in lines { Self.add(line, to: extremes) }
            Self.visit(equal, extremes) { e in
                total &+= 256 &- max(0, e.up &- e.down)
            }
            Self.visit(fromZero, extremes) { e in
                total &+=
                    e.down >= e.up
                    ? 256 &- e.up &- max(0, e.nextUp &- e.down) : 256 &- e.nextUp &+ e.up &- e.down
            }
            Self.visit(toZero, extremes) { e in
                total &+= e.up <= e.down ? e.down &- max(0, e.up &- e.nextDown) : e.up &- e.down &+ e.nextDown
            }
            for j in extremes.indices { extremes[j] = Extremes() }
        }
        return total
    }

    @inline(__always) private static func add(_ line: Line, to extremes: UnsafeMutableBufferPointer<Extremes>) {
        let heights = line.heights
        var position = line.start &+ line.slope &* (Int32(truncatingIfNeeded: heights.lowerBound) &* 4 &+ 2 &- line.y0)
        if line.isUp {
            for j in heights {
                extremes[j].addUp(position >> 16)
                position &+= 4 &* line.slope
            }
        } else {
            for j in heights {
                extremes[j].addDown(position >> 16)
                position &+= 4 &* line.slope
            }
        }
    }

    @inline(__always) private static func visit(
        _ heights: UInt64, _ extremes: UnsafeMutableBufferPointer<Extremes>, _ body: (Extremes) -> Void
    ) {
        var rest = heights
        while rest != 0 {
            body(extremes[rest.trailingZeroBitCount])
            rest &= rest &- 1
        }
    }

    /// Returns the covered 256ths of any heights, by their crossings from left to right.
    private mutating func sortedLength(_ heights: UInt64, _ winding: WindingRow) -> Int32 {
        if lines.count > Self.sortLimit { return countedLength(heights, winding) }
        var total: Int32 = 0
        let lines = lines
        crossings.withUnsafeMutableBufferPointer { crossings in
            var rest = heights
            while rest != 0 {
                let j = UInt64(truncatingIfNeeded: rest.trailingZeroBitCount)
                rest &= rest &- 1
                let count = Self.cross(lines, at: Int32(truncatingIfNeeded: j) &* 4 &+ 2, crossings)
                total &+= Self.covered(crossings, count, entering: winding.number(at: j))
            }
        }
        return total
    }

    /// Returns the same length without sorting, in time proportional to the number of lines.
    private mutating func countedLength(_ heights: UInt64, _ winding: WindingRow) -> Int32 {
        var total: Int32 = 0
        if changes.isEmpty { changes = [Int32](repeating: 0, count: 257) }
        var rest = heights
        while rest != 0 {
            let j = UInt64(truncatingIfNeeded: rest.trailingZeroBitCount)
            rest &= rest &- 1
            let y = Int32(truncatingIfNeeded: j) &* 4 &+ 2
            for x in changes.indices { changes[x] = 0 }
            for line in lines where line.crosses(y) { changes[Int(line.position(at: y))] &+= line.isUp ? 1 : -1 }
            var number = winding.number(at: j)
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
