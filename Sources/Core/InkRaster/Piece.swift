// SPDX-License-Identifier: MIT

/// A piece of an outline's edge inside one pixel. Positions are 256ths of a pixel, 0...256, with `y0 < y1`.
struct Piece {
    /// The greatest number of pieces, so that 31 bits can number them. Those beyond it are omitted, in a pixel with
    /// more.
    static var countLimit: Int { Int(Int32.max) }

    private let start: (x: UInt16, y: UInt16)
    private let end: (x: UInt16, y: UInt16)
    /// Twice the number of ``previous``, plus 1 for a piece that goes up.
    private let link: UInt32

    /// - Parameter up: 1 for a piece that goes up, otherwise 0.
    @inline(__always) init(_ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, up: UInt32, previous: UInt32) {
        start = (UInt16(truncatingIfNeeded: x0), UInt16(truncatingIfNeeded: y0))
        end = (UInt16(truncatingIfNeeded: x1), UInt16(truncatingIfNeeded: y1))
        link = previous << 1 | up
    }

    @inline(__always) var x0: Int32 { Int32(start.x) }
    @inline(__always) var y0: Int32 { Int32(start.y) }
    @inline(__always) var x1: Int32 { Int32(end.x) }
    @inline(__always) var y1: Int32 { Int32(end.y) }

    /// Returns the heights that the piece crosses, by ``WindingRow/borders()``.
    @inline(__always) func heights(_ borders: UnsafePointer<UInt64>) -> UInt64 {
        borders[Int(end.y)] &- borders[Int(start.y)]
    }

    /// A Boolean value that indicates whether the outline goes up here, which enters the ink from the left.
    @inline(__always) var isUp: Bool { link & 1 != 0 }
    /// All bits for a piece that goes up, or none.
    @inline(__always) var upMask: UInt64 { 0 &- UInt64(link & 1) }

    /// The number of the piece before it in the same pixel, counted from 1, or 0 for none.
    @inline(__always) var previous: Int { Int(truncatingIfNeeded: link >> 1) }
}

/// The sums of the pieces in one pixel.
struct PieceSums {
    var down = HeightCrossings()
    var up = HeightCrossings()
    /// Twice the signed area to the right of the pieces, in 65,536ths of a pixel.
    var area: Int32 = 0
    /// Twice the signed height of the pieces, in 256ths.
    var cover: Int32 = 0

    @inline(__always) mutating func add(_ piece: Piece, _ borders: UnsafePointer<UInt64>) {
        let heights = piece.heights(borders)
        // The direction is as good as random, so it is a mask rather than a branch.
        let mask = piece.upMask
        up.add(heights & mask)
        down.add(heights & ~mask)
        let sign = Int32(truncatingIfNeeded: ~mask)
        let height = ((piece.y1 &- piece.y0) ^ sign) &- sign
        cover &+= 2 &* height
        area &+= height &* (512 &- piece.x0 &- piece.x1)
    }
}

/// The heights of a pixel that pieces of one direction cross, as the bits of ``WindingRow``.
struct HeightCrossings {
    var once: UInt64 = 0
    /// The heights that more than one piece crosses.
    var twice: UInt64 = 0

    @inline(__always) mutating func add(_ heights: UInt64) {
        twice |= once & heights
        once |= heights
    }
}
