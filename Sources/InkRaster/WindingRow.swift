// SPDX-License-Identifier: MIT

/// The winding number just left of a pixel, at 64 heights of its row at once.
///
/// Bit j of `planes[k]` is bit k of the winding number at height (4j + 2)/256, so that an edge is added to all the
/// heights that it crosses with a few operations on 64-bit words. Numbers are 16 bits wide, in two's complement.
struct WindingRow {
    static var planeCount: Int { 16 }
    private var planes = [UInt64](repeating: 0, count: WindingRow.planeCount)
    /// Planes from here up are zero.
    private var used = 0

    mutating func reset() {
        for k in 0..<used { planes[k] = 0 }
        used = 0
    }

    /// The heights in `from..<to`, in 256ths of a row.
    @inline(__always) static func heights(_ from: Int32, _ to: Int32) -> UInt64 {
        lowBits(to) & ~lowBits(from)
    }

    @inline(__always) private static func lowBits(_ y: Int32) -> UInt64 {
        let n = UInt64(truncatingIfNeeded: (y &+ 1) &>> 2)
        return n >= 64 ? ~0 : (1 &<< n) &- 1
    }

    /// Adds one, or takes one away, at the given heights.
    @inline(__always) mutating func add(_ heights: UInt64, isUp: Bool) {
        var carry = heights
        var k = 0
        while carry != 0 && k < Self.planeCount {
            let plane = planes[k]
            planes[k] = plane ^ carry
            carry &= isUp ? plane : ~plane
            k &+= 1
        }
        if k > used { used = k }
    }

    /// The heights where the number is not 0.
    var nonZero: UInt64 {
        var bits: UInt64 = 0
        for k in 0..<used { bits |= planes[k] }
        return bits
    }

    /// The heights where the number is neither 0 nor 1.
    var beyondOne: UInt64 {
        var bits: UInt64 = 0
        var k = 1
        while k < used {
            bits |= planes[k]
            k &+= 1
        }
        return bits
    }

    /// The number at height `j`.
    func number(at j: Int) -> Int32 {
        var value: UInt16 = 0
        for k in 0..<used { value |= UInt16(truncatingIfNeeded: planes[k] &>> UInt64(j) & 1) &<< UInt16(k) }
        return Int32(Int16(bitPattern: value))
    }
}
