// SPDX-License-Identifier: MIT

/// A number for each of four neighbouring lines across a pixel. Line j lies at height (4j + 2)/256, and group g has the
/// lines from 4g on.
///
/// Masks have all bits of a lane set, or none. They are made with shifts, which compile to one instruction on every
/// processor.
typealias LineGroup = SIMD4<Int32>

extension SIMD4<Int32> {
    /// Creates a mask of the lines of a group whose bits are set.
    @inline(__always) init(of bits: UInt64, _ group: Int) {
        let four = Int32(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 4 &* group))
        self = (SIMD4(repeating: four) & SIMD4(1, 2, 4, 8)).nonZero
    }

    /// A mask of the negative numbers.
    @inline(__always) var signs: SIMD4 { self &>> 31 }

    /// A mask of the numbers that are not 0.
    @inline(__always) var nonZero: SIMD4 { (self | (0 &- self)).signs }

    /// Returns the lesser number of each line.
    @inline(__always) func least(_ other: SIMD4) -> SIMD4 {
        let difference = other &- self
        return self &+ difference & difference.signs
    }
}

extension WindingRow {
    /// Returns the numbers at the lines of a group.
    @inline(__always) func numbers(in group: Int, _ higher: HigherPlanes) -> LineGroup {
        var numbers = 0 &- LineGroup(of: plane0, group) &- 2 &* LineGroup(of: plane1, group)
        if higher.any != 0 {
            for lane in 0..<4 { numbers[lane] = number(at: UInt64(truncatingIfNeeded: 4 &* group &+ lane), higher) }
        }
        return numbers
    }
}

/// A piece as a slope: its position on each of the lines that it crosses.
struct PieceSlope {
    /// The first line that the piece crosses, and the one after the last.
    let first: Int
    let end: Int
    let isUp: Bool
    /// The position on line 0 and the step from one line to the next, in 65,536ths of a 256th of a pixel. Positions wrap
    /// on lines that the piece does not cross.
    private let start: Int32
    private let step: Int32

    init(_ piece: Piece) {
        first = Int(piece.y0 &+ 1) >> 2
        end = Int(piece.y1 &+ 1) >> 2
        isUp = piece.isUp
        let left = piece.x0 << 16
        let slope = (piece.x1 << 16 &- left) / (piece.y1 &- piece.y0)
        start = left &+ slope &* (2 &- piece.y0)
        step = 4 &* slope
    }

    /// Returns the position on line `j`, in 256ths of a pixel, 0...256.
    @inline(__always) func position(at j: Int) -> Int32 { (start &+ step &* Int32(truncatingIfNeeded: j)) >> 16 }

    /// Returns the positions on the lines of a group, and a mask of the lines that the piece does not cross, where
    /// positions mean nothing.
    @inline(__always) func positions(in group: Int) -> (LineGroup, outside: LineGroup) {
        let line = Int32(truncatingIfNeeded: 4 &* group)
        let lines = LineGroup(repeating: line) &+ LineGroup(0, 1, 2, 3)
        let steps = LineGroup(0, step, 2 &* step, 3 &* step)
        let last = Int32(truncatingIfNeeded: end &- 1)
        let outside = ((lines &- Int32(truncatingIfNeeded: first)) | (last &- lines)).signs
        return ((LineGroup(repeating: start &+ step &* line) &+ steps) &>> 16, outside)
    }
}
