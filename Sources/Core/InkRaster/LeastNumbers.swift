// SPDX-License-Identifier: MIT

/// The winding numbers that would be left at each height of a row if only the pieces of a pixel that go down were
/// passed: the least that they can become in the pixel.
///
/// They are stored as the bit planes of ``WindingRow`` are, in two's complement.
struct LeastNumbers {
    /// The number of pieces up to which the planes suffice.
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
