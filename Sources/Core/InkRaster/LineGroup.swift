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
