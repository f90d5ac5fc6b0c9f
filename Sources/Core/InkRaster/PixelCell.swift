// SPDX-License-Identifier: MIT

/// The sums of the pieces in one pixel. An empty cell is all zeros.
struct PixelCell {
    var down = HeightCrossings()
    var up = HeightCrossings()
    /// Twice the signed area to the right of the pieces, in 65,536ths of a pixel.
    var area: Int32 = 0
    /// Twice the signed height of the pieces, in 256ths.
    var cover: Int32 = 0
    /// The number of the last piece, counted from 1, or 0 for none.
    var last: Int32 = 0
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

/// A piece of an outline's edge inside one pixel. Positions are 256ths of a pixel, 0...256, with `y0 < y1`.
struct Piece {
    /// The four positions in 16 bits each, which are written and read at once.
    private let positions: UInt64
    /// The number of the piece before it in the same pixel, counted from 1, or 0 for none.
    let previous: Int32
    /// A Boolean value that indicates whether the outline goes up here, which enters the ink from the left.
    let isUp: Bool

    @inline(__always) init(x0: Int32, y0: Int32, x1: Int32, y1: Int32, isUp: Bool, previous: Int32) {
        let xs = UInt64(UInt32(truncatingIfNeeded: x0 | x1 << 16))
        positions = xs | UInt64(UInt32(truncatingIfNeeded: y0 | y1 << 16)) << 32
        self.isUp = isUp
        self.previous = previous
    }

    @inline(__always) var x0: Int32 { Int32(truncatingIfNeeded: positions & 0xFFFF) }
    @inline(__always) var x1: Int32 { Int32(truncatingIfNeeded: positions >> 16 & 0xFFFF) }
    @inline(__always) var y0: Int32 { Int32(truncatingIfNeeded: positions >> 32 & 0xFFFF) }
    @inline(__always) var y1: Int32 { Int32(truncatingIfNeeded: positions >> 48) }
}
