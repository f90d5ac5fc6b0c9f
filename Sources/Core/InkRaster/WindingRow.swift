// SPDX-License-Identifier: MIT

/// The winding numbers just left of a pixel, at 64 heights of its row at once.
///
/// The numbers are stored as bit planes: bit j of plane k is bit k of the number at height (4j + 2)/256. Adding an edge
/// to all the heights that it crosses takes a few operations on 64-bit words. Numbers have 16 bits in two's complement.
/// The higher planes are used only where ink overlaps itself at least sixteen times.
struct WindingRow {
    private static var higherCount: Int { 12 }
    private var planes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    private var higher = [UInt64](repeating: 0, count: WindingRow.higherCount)
    /// A Boolean value that indicates whether all numbers are in 0...15, so that ``lowPlanes`` hold them.
    private(set) var isSmall = true

    mutating func reset() {
        planes = (0, 0, 0, 0)
        guard !isSmall else { return }
        for k in 0..<Self.higherCount { higher[k] = 0 }
        isSmall = true
    }

    /// Returns the heights in `from..<to`, in 256ths of a row.
    @inline(__always) static func heights(_ from: Int32, _ to: Int32) -> UInt64 {
        lowBits(to) & ~lowBits(from)
    }

    /// Returns the heights above `y`.
    @inline(__always) static func lowBits(_ y: Int32) -> UInt64 {
        let n = UInt64(truncatingIfNeeded: (y &+ 1) &>> 2)
        return n >= 64 ? ~0 : (1 &<< n) &- 1
    }

    /// Adds or subtracts one at the given heights.
    @inline(__always) mutating func add(_ heights: UInt64, isUp: Bool) {
        let carry0 = heights & (isUp ? planes.0 : ~planes.0)
        planes.0 ^= heights
        let carry1 = carry0 & (isUp ? planes.1 : ~planes.1)
        planes.1 ^= carry0
        if carry1 != 0 { addHigher(carry1, isUp) }
    }

    @inline(never) private mutating func addHigher(_ heights: UInt64, _ isUp: Bool) {
        let carry2 = heights & (isUp ? planes.2 : ~planes.2)
        planes.2 ^= heights
        var carry = carry2 & (isUp ? planes.3 : ~planes.3)
        planes.3 ^= carry2
        guard carry != 0 else { return }
        var k = 0
        while carry != 0 && k < Self.higherCount {
            let plane = higher[k]
            higher[k] = plane ^ carry
            carry &= isUp ? plane : ~plane
            k &+= 1
        }
        isSmall = anyHigher == 0
    }

    /// The lowest planes of all numbers.
    var lowPlanes: (UInt64, UInt64, UInt64, UInt64) { planes }

    /// The heights at which the number is neither 0 nor 1.
    @inline(__always) var beyondOne: UInt64 {
        let low = planes.1 | planes.2 | planes.3
        return isSmall ? low : low | anyHigher
    }

    /// The heights at which the number is not 0.
    @inline(__always) var nonZero: UInt64 { planes.0 | beyondOne }

    private var anyHigher: UInt64 {
        var bits: UInt64 = 0
        for plane in higher { bits |= plane }
        return bits
    }

    /// Returns the number at height `j`.
    @inline(__always) func number(at j: UInt64) -> Int32 {
        let low = planes.0 &>> j & 1 | (planes.1 &>> j & 1) &<< 1 | (planes.2 &>> j & 1) &<< 2
        let value = Int32(truncatingIfNeeded: low | (planes.3 &>> j & 1) &<< 3)
        return isSmall ? value : value | higherNumber(at: j)
    }

    @inline(never) private func higherNumber(at j: UInt64) -> Int32 {
        var value: UInt16 = 0
        for k in 0..<Self.higherCount {
            value |= UInt16(truncatingIfNeeded: higher[k] &>> j & 1) &<< UInt16(truncatingIfNeeded: k + 4)
        }
        return Int32(Int16(bitPattern: value))
    }
}
