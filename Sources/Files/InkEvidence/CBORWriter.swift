// SPDX-License-Identifier: MIT
import Foundation

/// Appends items of the Concise Binary Object Representation (RFC 8949) in its core deterministic encoding (§4.2.1):
/// every head and every number has its shortest form, and lengths are definite. The caller writes the keys of a map in
/// ascending order of their bytes.
struct CBORWriter {
    private(set) var bytes: [UInt8] = []

    /// The major types of RFC 8949 §3.1.
    enum Major {
        static let (unsigned, negative, bytes, text, array, map, simple) =
            (0, 1, 2, 3, 4, 5, 7)
            as (
                UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
            )
    }

    mutating func unsigned(_ value: UInt64) { head(Major.unsigned, value) }

    mutating func integer(_ value: Int64) {
        if value < 0 { head(Major.negative, UInt64(-1 - value)) } else { head(Major.unsigned, UInt64(value)) }
    }

    mutating func bytes(_ value: some Collection<UInt8>) {
        head(Major.bytes, UInt64(value.count))
        bytes += value
    }

    mutating func text(_ value: String) {
        let utf8 = Array(value.utf8)
        head(Major.text, UInt64(utf8.count))
        bytes += utf8
    }

    mutating func array(_ count: Int) { head(Major.array, UInt64(count)) }

    mutating func map(_ count: Int) { head(Major.map, UInt64(count)) }

    mutating func bool(_ value: Bool) { bytes.append(value ? 0xF5 : 0xF4) }

    mutating func null() { bytes.append(0xF6) }

    /// Appends a finite number as the shortest of the three binary formats that holds it exactly.
    mutating func double(_ value: Double) {
        let single = Float(value)
        guard Double(single) == value else { return number(0xFB, value.bitPattern, byteCount: 8) }
        if let half = Self.half(single) {
            number(0xF9, UInt64(half), byteCount: 2)
        } else {
            number(0xFA, UInt64(single.bitPattern), byteCount: 4)
        }
    }

    /// Returns the bits of the binary16 number that equals `value`, or `nil` if there is none.
    static func half(_ value: Float) -> UInt16? {
        let bits = value.bitPattern
        let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
        let fraction = bits & 0x7F_FFFF
        let exponent = Int32(bits >> 23 & 0xFF) - 127
        if value == 0 { return sign }
        if -14...15 ~= exponent {
            guard fraction & 0x1FFF == 0 else { return nil }
            return sign | UInt16(exponent + 15) << 10 | UInt16(fraction >> 13)
        }
        // Subnormal numbers of binary16 are multiples of 2⁻²⁴.
        guard -24 ... -15 ~= exponent else { return nil }
        let shift = UInt32(-1 - exponent)
        let significand = fraction | 0x80_0000
        guard significand & (1 << shift - 1) == 0 else { return nil }
        return sign | UInt16(significand >> shift)
    }

    private mutating func head(_ major: UInt8, _ argument: UInt64) {
        switch argument {
        case 0...23: bytes.append(major << 5 | UInt8(argument))
        case 24...0xFF: number(major << 5 | 24, argument, byteCount: 1)
        case 0x100...0xFFFF: number(major << 5 | 25, argument, byteCount: 2)
        case 0x1_0000...0xFFFF_FFFF: number(major << 5 | 26, argument, byteCount: 4)
        default: number(major << 5 | 27, argument, byteCount: 8)
        }
    }

    private mutating func number(_ head: UInt8, _ bits: UInt64, byteCount: UInt64) {
        bytes.append(head)
        for i in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * (byteCount - 1 - i)))) }
    }
}
