// SPDX-License-Identifier: MIT

/// Measures the coverage of a pixel in which an outline overlaps itself: the share of 64 lines across it that has a
/// non-zero winding number.
struct OverlapCoverage {
    /// A piece as a line: its position at a height, in 65,536ths of a 256th of a pixel.
    private struct Line {
        var y0: Int32
        var y1: Int32
        var start: Int64
        var slope: Int64
        var change: Int32

        /// Returns the position at a height, in 256ths of a pixel, 0...256.
        @inline(__always) func position(at y: Int32) -> Int {
            Int(truncatingIfNeeded: (start &+ slope &* Int64(y &- y0)) >> 16)
        }
    }

    /// The number of lines up to which sorting is faster than counting.
    private static var sortLimit: Int { 64 }

    private var lines: [Line] = []
    /// The positions times four, plus 1 for a piece that goes down or 3 for one that goes up.
    private var crossings: [Int32] = []
    /// The change of the winding number at each of 257 positions.
    private var changes: [Int32] = []

    mutating func removeAll() { lines.removeAll(keepingCapacity: true) }

    mutating func add(_ piece: Piece) {
        let y0 = Int32(piece.y0)
        let y1 = Int32(piece.y1)
        let x0 = Int64(piece.x0) << 16
        let slope = (Int64(piece.x1) << 16 &- x0) / Int64(y1 &- y0)
        lines.append(Line(y0: y0, y1: y1, start: x0, slope: slope, change: piece.isUp ? 1 : -1))
    }

    /// Returns the covered area of the pixel.
    /// - Parameters:
    ///   - winding: The winding numbers at the pixel's left border.
    ///   - crossed: The heights that at least one piece crosses.
    /// - Returns: The covered area in 1/131,072 of the pixel.
    mutating func area(_ winding: WindingRow, crossed: UInt64) -> Int32 {
        if lines.count > Self.sortLimit { return countedArea(winding, crossed: crossed) }
        var total = Int32((winding.nonZero & ~crossed).nonzeroBitCount) &* 256
        if crossings.count < lines.count { crossings = [Int32](repeating: 0, count: lines.count) }
        let lines = lines
        crossings.withUnsafeMutableBufferPointer { crossings in
            var rest = crossed
            while rest != 0 {
                let j = UInt64(truncatingIfNeeded: rest.trailingZeroBitCount)
                rest &= rest &- 1
                let count = Self.cross(lines, at: Int32(truncatingIfNeeded: j) &* 4 &+ 2, crossings)
                total &+= Self.covered(crossings, count, entering: winding.number(at: j))
            }
        }
        // 64 lines of 256 units each.
        return total &* 8
    }

    /// Returns the same area without sorting, in time proportional to the number of lines.
    private mutating func countedArea(_ winding: WindingRow, crossed: UInt64) -> Int32 {
        var total = Int32((winding.nonZero & ~crossed).nonzeroBitCount) &* 256
        if changes.isEmpty { changes = [Int32](repeating: 0, count: 257) }
        var rest = crossed
        while rest != 0 {
            let j = UInt64(truncatingIfNeeded: rest.trailingZeroBitCount)
            rest &= rest &- 1
            let y = Int32(truncatingIfNeeded: j) &* 4 &+ 2
            for x in changes.indices { changes[x] = 0 }
            for line in lines where line.y0 <= y && y < line.y1 { changes[line.position(at: y)] &+= line.change }
            var number = winding.number(at: j)
            for x in 0..<256 {
                number &+= changes[x]
                if number != 0 { total &+= 1 }
            }
        }
        return total &* 8
    }

    /// Collects the crossings at a height, from left to right, and returns their number.
    @inline(__always) private static func cross(
        _ lines: [Line], at y: Int32, _ crossings: UnsafeMutableBufferPointer<Int32>
    ) -> Int {
        var count = 0
        for line in lines where line.y0 <= y && y < line.y1 {
            let x = Int32(truncatingIfNeeded: line.position(at: y))
            let crossing = x &* 4 &+ 2 &+ line.change
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
