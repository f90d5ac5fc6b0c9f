// SPDX-License-Identifier: MIT

/// An edge of an outline, from top to bottom, in 256ths of a pixel from the clip's upper left corner.
struct OutlineEdge {
    let x0: Int64
    let y0: Int64
    let x1: Int64
    let y1: Int64
    /// The next edge of the same band. −1 ends a list.
    var next: Int32
    /// A Boolean value that indicates whether the outline goes up here, which enters the ink from the left.
    let isUp: Bool

    /// A Boolean value that indicates whether the whole edge is to the left of the clip.
    @inline(__always) var isLeft: Bool { x0 & x1 < 0 }

    /// Returns an upper bound of the number of pieces into which pixel borders cut the edge in a band.
    @inline(__always) func pieceLimit(rowCount: Int64, width: Int64) -> Int {
        let rows = (y1 &- y0) >> 8 &+ 2
        let columns = min((x1 &- x0).magnitude >> 8, UInt64(truncatingIfNeeded: width))
        if rows <= rowCount { return Int(truncatingIfNeeded: columns) &+ 2 &* Int(truncatingIfNeeded: rows) }
        let share = (x1 &- x0).magnitude / UInt64(truncatingIfNeeded: rows &- 2) &* UInt64(truncatingIfNeeded: rowCount)
        return Int(truncatingIfNeeded: min(columns, share >> 8 &+ 1)) &+ 2 &* Int(truncatingIfNeeded: rowCount)
    }
}
