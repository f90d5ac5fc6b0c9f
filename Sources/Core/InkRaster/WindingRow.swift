// SPDX-License-Identifier: MIT

/// The winding numbers just left of a pixel, at 64 heights of its row together.
///
/// The numbers are stored as bit planes: bit j of plane k is bit k of the number at height (4j + 2)/256. Adding an edge
/// to all the heights that it crosses takes a few operations on 64-bit words. Most ink needs only the two lowest
/// planes, which are kept apart from the ``HigherPlanes``.
struct WindingRow {
    private(set) var plane0: UInt64
    private(set) var plane1: UInt64

    /// Sets the numbers at all heights.
    @inline(__always) init(_ number: Int32, _ higher: inout HigherPlanes) {
        plane0 = number & 1 != 0 ? ~0 : 0
        plane1 = number & 2 != 0 ? ~0 : 0
        higher.set(number)
    }

    /// Returns, for each y in 0...256, the bit above the heights that lie above y, or 0 for all heights. The difference
    /// of two of them has the heights in between.
    static func borders() -> [UInt64] { (0...256).map { 1 << UInt64(($0 + 1) / 4) } }

    /// Adds or subtracts one at the given heights.
    @inline(__always) mutating func add(_ heights: UInt64, isUp: Bool, _ higher: inout HigherPlanes) {
        let carry0 = heights & (isUp ? plane0 : ~plane0)
        plane0 ^= heights
        let carry1 = carry0 & (isUp ? plane1 : ~plane1)
        plane1 ^= carry0
        if carry1 != 0 { higher.add(carry1, isUp: isUp) }
    }

    /// Returns the heights at which the number is neither 0 nor 1.
    @inline(__always) func beyondOne(_ higher: HigherPlanes) -> UInt64 { plane1 | higher.any }

    /// Returns the number at height `j`.
    @inline(__always) func number(at j: UInt64, _ higher: HigherPlanes) -> Int32 {
        Int32(truncatingIfNeeded: plane0 &>> j & 1 | (plane1 &>> j & 1) &<< 1) | higher.number(at: j)
    }
}

/// The bit planes of winding numbers from the third on. Numbers have 16 bits in two's complement.
struct HigherPlanes {
    private static var count: Int { 14 }
    private var planes = [UInt64](repeating: 0, count: HigherPlanes.count)
    /// The heights at which a plane is not 0.
    private(set) var any: UInt64 = 0
    /// A Boolean value that indicates whether all numbers are in 0...15.
    private(set) var isSmall = true

    /// The two lowest planes.
    var low: (UInt64, UInt64) { (planes[0], planes[1]) }

    /// Sets the planes of a number at all heights.
    @inline(__always) mutating func set(_ number: Int32) {
        if any != 0 || number & ~3 != 0 { setAll(number) }
    }

    @inline(never) private mutating func setAll(_ number: Int32) {
        for k in 0..<Self.count { planes[k] = number >> Int32(k + 2) & 1 != 0 ? ~0 : 0 }
        updateSums()
    }

    /// Adds or subtracts four at the given heights.
    @inline(never) mutating func add(_ heights: UInt64, isUp: Bool) {
        var carry = heights
        var k = 0
        while carry != 0 && k < Self.count {
            let plane = planes[k]
            planes[k] = plane ^ carry
            carry &= isUp ? plane : ~plane
            k &+= 1
        }
        updateSums()
    }

    private mutating func updateSums() {
        var high: UInt64 = 0
        for k in 2..<Self.count { high |= planes[k] }
        isSmall = high == 0
        any = high | planes[0] | planes[1]
    }

    /// Returns the part of the number at height `j` that the planes store.
    func number(at j: UInt64) -> Int32 {
        guard any &>> j & 1 != 0 else { return 0 }
        var value: UInt16 = 0
        for k in 0..<Self.count {
            value |= UInt16(truncatingIfNeeded: planes[k] &>> j & 1) &<< UInt16(truncatingIfNeeded: k + 2)
        }
        return Int32(Int16(bitPattern: value))
    }
}
