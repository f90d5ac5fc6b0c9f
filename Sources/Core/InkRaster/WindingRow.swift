// SPDX-License-Identifier: MIT

/// The winding numbers just left of a pixel, at 64 heights of its row at once.
///
/// The numbers are stored as bit planes: bit j of plane k is bit k of the number at height (4j + 2)/256. Adding an edge
/// to all the heights that it crosses takes a few operations on 64-bit words. Numbers have 16 bits in two's complement.
/// The higher planes are used only where ink overlaps itself at least four times.
struct WindingRow {
    private static var higherCount: Int { 14 }
    private var plane0: UInt64 = 0
    private var plane1: UInt64 = 0
    private var higher = [UInt64](repeating: 0, count: WindingRow.higherCount)
    private var areHigherInUse = false

    mutating func reset() {
        plane0 = 0
        plane1 = 0
        guard areHigherInUse else { return }
        for k in 0..<Self.higherCount { higher[k] = 0 }
        areHigherInUse = false
    }

    /// Returns the heights in `from..<to`, in 256ths of a row.
    @inline(__always) static func heights(_ from: Int32, _ to: Int32) -> UInt64 {
        lowBits(to) & ~lowBits(from)
    }

    @inline(__always) private static func lowBits(_ y: Int32) -> UInt64 {
        let n = UInt64(truncatingIfNeeded: (y &+ 1) &>> 2)
        return n >= 64 ? ~0 : (1 &<< n) &- 1
    }

    /// Adds or subtracts one at the given heights.
    @inline(__always) mutating func add(_ heights: UInt64, isUp: Bool) {
        let carry0 = heights & (isUp ? plane0 : ~plane0)
        plane0 ^= heights
        let carry1 = carry0 & (isUp ? plane1 : ~plane1)
        plane1 ^= carry0
        if carry1 != 0 { addHigher(carry1, isUp) }
    }

    private mutating func addHigher(_ heights: UInt64, _ isUp: Bool) {
        areHigherInUse = true
        var carry = heights
        var k = 0
        while carry != 0 && k < Self.higherCount {
            let plane = higher[k]
            higher[k] = plane ^ carry
            carry &= isUp ? plane : ~plane
            k &+= 1
        }
    }

    /// The heights at which the number is neither 0 nor 1.
    @inline(__always) var beyondOne: UInt64 { areHigherInUse ? plane1 | anyHigher : plane1 }

    /// The heights at which the number is not 0.
    @inline(__always) var nonZero: UInt64 { plane0 | beyondOne }

    private var anyHigher: UInt64 {
        var bits: UInt64 = 0
        for plane in higher { bits |= plane }
        return bits
    }

    /// Returns the number at height `j`.
    @inline(__always) func number(at j: UInt64) -> Int32 {
        let low = Int32(truncatingIfNeeded: plane0 &>> j & 1 | (plane1 &>> j & 1) &<< 1)
        return areHigherInUse ? low | higherNumber(at: j) : low
    }

    private func higherNumber(at j: UInt64) -> Int32 {
        var value: UInt16 = 0
        for k in 0..<Self.higherCount {
            value |= UInt16(truncatingIfNeeded: higher[k] &>> j & 1) &<< UInt16(truncatingIfNeeded: k + 2)
        }
        return Int32(Int16(bitPattern: value))
    }
}
