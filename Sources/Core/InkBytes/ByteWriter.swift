// SPDX-License-Identifier: MIT

/// Appends values to a byte array in the format that ``ByteReader`` reads.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    package mutating func append(_ values: [UInt8]) { bytes += values }

    package mutating func double(_ value: Double) {
        for shift in 0..<8 as Range<UInt64> {
            bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> (8 * shift)))
        }
    }

    package mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func zigzag(_ value: Int64) { varint(UInt64(bitPattern: value << 1 ^ value >> 63)) }
}
