// SPDX-License-Identifier: MIT

/// A lower bound of the winding number within a pixel, at each height of a row. It counts only the segments in the
/// pixel that decrease the number.
///
/// They are stored as the bit planes of ``WindingRow`` are, in two's complement.
struct MinimumWindings {
    /// The maximum number of segments that the planes can represent.
    static var countLimit: Int { 16 }

    private var planes: (UInt64, UInt64, UInt64, UInt64)
    private var sign: UInt64 = 0

    /// Creates the numbers before any piece. They have to be small; see ``HigherPlanes/isSmall``.
    @inline(__always) init(_ winding: WindingRow, _ higher: HigherPlanes) {
        planes = (winding.plane0, winding.plane1, higher.low.0, higher.low.1)
    }

    /// Subtracts one at the given heights.
    @inline(__always) mutating func subtract(_ heights: UInt64) {
        let borrow0 = heights & ~planes.0
        planes.0 ^= heights
        let borrow1 = borrow0 & ~planes.1
        planes.1 ^= borrow0
        let borrow2 = borrow1 & ~planes.2
        planes.2 ^= borrow1
        sign ^= borrow2 & ~planes.3
        planes.3 ^= borrow2
    }

    private var nonZero: UInt64 { planes.0 | planes.1 | planes.2 | planes.3 | sign }

    /// The heights at which the number is above 0.
    var positive: UInt64 { nonZero & ~sign }
    /// The heights at which the number is 0.
    var zero: UInt64 { ~nonZero }
}
