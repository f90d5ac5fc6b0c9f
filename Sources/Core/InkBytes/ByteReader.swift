// SPDX-License-Identifier: MIT

/// Reads values from untrusted bytes, front to back. It checks lengths before it allocates memory.
///
/// Methods throw the error type of the codec that uses the reader.
package struct ByteReader<Failure: ByteDecodingError> {
    private let bytes: [UInt8]
    package private(set) var offset = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var remaining: Int { bytes.count - offset }

    package mutating func byte() throws(Failure) -> UInt8 {
        guard offset < bytes.count else { throw .truncated(offset: offset) }
        offset += 1
        return bytes[offset - 1]
    }

    /// Returns the next `count` bytes.
    ///
    /// - Complexity: O(`count`).
    package mutating func bytes(_ count: Int) throws(Failure) -> [UInt8] {
        guard count <= remaining else { throw .truncated(offset: offset) }
        offset += count
        return Array(bytes[offset - count..<offset])
    }

    /// Skips `expected` if the input continues with it, and returns whether it did.
    ///
    /// - Complexity: O(`expected.count`).
    package mutating func skip(_ expected: [UInt8]) -> Bool {
        guard remaining >= expected.count else { return false }
        for i in expected.indices where bytes[offset + i] != expected[i] { return false }
        offset += expected.count
        return true
    }

    /// Reads an IEEE 754 double, least significant byte first.
    package mutating func double() throws(Failure) -> Double {
        var bits: UInt64 = 0
        for shift in 0..<8 as Range<UInt64> { bits |= UInt64(try byte()) << (8 * shift) }
        return Double(bitPattern: bits)
    }

    /// Reads an unsigned LEB128 number of at most 64 bits in its shortest form.
    package mutating func varint() throws(Failure) -> UInt64 {
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

    /// Reads an unsigned number that must lie in `range`.
    package mutating func varint(in range: ClosedRange<UInt64>) throws(Failure) -> UInt64 {
        let start = offset
        let value = try varint()
        guard range ~= value else { throw .invalid(offset: start) }
        return value
    }

    /// Reads a signed number in zigzag form: 0, −1, 1, −2, 2 ...
    package mutating func zigzag() throws(Failure) -> Int64 {
        let value = try varint()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// Reads the number of items that follow, each of which takes at least `bytesEach` bytes.
    package mutating func count(bytesEach: Int) throws(Failure) -> Int {
        let start = offset
        let value = try varint()
        guard value <= UInt64(remaining / bytesEach) else { throw .truncated(offset: start) }
        return Int(value)
    }

    /// Throws an error unless the whole input was read.
    package func end() throws(Failure) {
        guard remaining == 0 else { throw .trailingBytes(offset: offset) }
    }
}

/// An error that a codec throws for malformed bytes. Offsets count bytes from the start of the input.
package protocol ByteDecodingError: Error {
    /// The bytes end in the middle of a value, or a count exceeds the remaining bytes.
    static func truncated(offset: Int) -> Self
    /// A value that no encoder writes.
    static func invalid(offset: Int) -> Self
    /// More bytes follow the last value.
    static func trailingBytes(offset: Int) -> Self
}
