// SPDX-License-Identifier: MIT

/// A piece as a slope: its position on each of the lines that it crosses.
struct PieceSlope: BitwiseCopyable {
    /// The first line that the piece crosses, and the one after the last.
    let first: Int
    let end: Int
    let isUp: Bool
    /// The position on line 0 and the step from one line to the next, in 65,536ths of a 256th of a pixel. Positions
    /// wrap on lines that the piece does not cross.
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
