// SPDX-License-Identifier: MIT

/// An edge of an outline, from top to bottom, in 256ths of a pixel from the clip's upper left corner.
struct OutlineEdge {
    var x0: Int64
    var y0: Int64
    var x1: Int64
    var y1: Int64
    /// The next edge that starts in the same row. −1 ends a list.
    var next: Int32
    /// A Boolean value that indicates whether the outline goes up here, which enters the ink from the left.
    var isUp: Bool
}

/// The part of an edge within one row, from top to bottom. Heights are 256ths of a pixel from the row's upper border,
/// 0...256.
struct EdgeSlice {
    var x0: Int64
    var x1: Int64
    var y0: Int32
    var y1: Int32
    var isUp: Bool
}

/// An edge on its way down the rows that it crosses.
///
/// Its position at each border between rows is that of the exact edge, rounded down. From one border to the next it
/// changes by a quotient and a remainder, without a division.
struct ActiveEdge {
    /// The positions at which the edge enters and leaves the next row.
    private var x: Int64
    private var nextX: Int64
    /// The part of `nextX` that was rounded down, out of ``whole``.
    private var remainder: Int64 = 0
    private var step: Int64 = 0
    private var stepRemainder: Int64 = 0
    /// The height of the edge.
    private let whole: Int64
    private let endX: Int64
    private let endY: Int64
    private var startY: Int32
    private let isUp: Bool
    /// The maximum number of pixels that the edge crosses in a row, and one more to the left of the clip.
    let columnLimit: Int32

    /// Creates the edge before its first row within a clip of `width` columns.
    @inline(__always) init(_ edge: OutlineEdge, row: Int64, width: Int32) {
        let top = row << 8
        let bottom = top &+ 256
        let change = edge.x1 &- edge.x0
        whole = edge.y1 &- edge.y0
        endX = edge.x1
        endY = edge.y1
        isUp = edge.isUp
        let y = max(edge.y0, top)
        startY = Int32(truncatingIfNeeded: y &- top)
        x = edge.x0
        if y != edge.y0 { x &+= Self.divided(change &* (y &- edge.y0), by: whole).quotient }
        nextX = endX
        var reach = (endX &- x).magnitude
        if endY > bottom {
            let crossing = Self.divided(change &* (bottom &- edge.y0), by: whole)
            nextX = edge.x0 &+ crossing.quotient
            remainder = crossing.remainder
            reach = max((nextX &- x).magnitude, (endX &- nextX).magnitude)
            // A shorter edge ends in the row after this one and needs no step.
            if endY &- bottom > 256 {
                (step, stepRemainder) = Self.divided(change &* 256, by: whole)
                reach = step.magnitude &+ 1
            }
        }
        columnLimit = Int32(truncatingIfNeeded: min(reach >> 8 &+ 2, UInt64(width.magnitude) &+ 1))
    }

    /// Returns the slice in the next row, which is `row`, and whether the edge continues below it.
    @inline(__always) mutating func next(row: Int64) -> (slice: EdgeSlice, isContinued: Bool) {
        let top = row << 8
        var slice = EdgeSlice(x0: x, x1: endX, y0: startY, y1: 256, isUp: isUp)
        guard endY > top &+ 256 else {
            slice.y1 = Int32(truncatingIfNeeded: endY &- top)
            return (slice, false)
        }
        slice.x1 = nextX
        startY = 0
        x = nextX
        nextX &+= step
        remainder &+= stepRemainder
        if remainder >= whole {
            remainder &-= whole
            nextX &+= 1
        }
        return (slice, true)
    }

    /// Divides by a positive number, rounding down.
    @inline(__always) private static func divided(_ a: Int64, by b: Int64) -> (quotient: Int64, remainder: Int64) {
        if a == 0 { return (0, 0) }
        let quotient = a / b
        let remainder = a &- quotient &* b
        return remainder < 0 ? (quotient &- 1, remainder &+ b) : (quotient, remainder)
    }
}
