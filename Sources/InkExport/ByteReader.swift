// SPDX-License-Identifier: MIT

/// Takes values from the front of bytes that nobody vouches for. Lengths are checked before anything is allocated.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count - offset }

    mutating func byte() throws(CodecError) -> UInt8 {
        guard offset < bytes.count else { throw .truncated(offset: offset) }
        offset += 1
        return bytes[offset - 1]
    }

    /// An IEEE 754 double, least significant byte first.
    mutating func double() throws(CodecError) -> Double {
        var bits: UInt64 = 0
        for shift in 0..<8 as Range<UInt64> { bits |= UInt64(try byte()) << (8 * shift) }
        return Double(bitPattern: bits)
    }

    /// An unsigned LEB128 number of at most 64 bits, in its shortest form.
    mutating func varint() throws(CodecError) -> UInt64 {
        let start = offset
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            let bits = UInt64(byte & 0x7F)
            // The tenth byte has room for one bit.
            guard shift < 63 || bits <= 1 && byte < 0x80 else { throw .invalid(offset: start) }
            value |= bits << shift
            if byte < 0x80 {
                guard byte != 0 || shift == 0 else { throw .invalid(offset: start) }
                return value
            }
            shift += 7
        }
    }

    /// A signed number in zigzag form: 0, −1, 1, −2, 2 ...
    mutating func zigzag() throws(CodecError) -> Int64 {
        let value = try varint()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// How many items follow, when each takes at least `bytesEach` bytes.
    mutating func count(bytesEach: Int) throws(CodecError) -> Int {
        let start = offset
        let value = try varint()
        guard value <= UInt64(remaining / bytesEach) else { throw .truncated(offset: start) }
        return Int(value)
    }
}
