// SPDX-License-Identifier: MIT

/// Creates a zlib stream (RFC 1950) of uncompressed data (RFC 1951, 3.2.4), for small images inside vector files where
/// no compressor is available.
enum StoredZlib {
    /// Returns the stream.
    ///
    /// - Complexity: O(`bytes.count`).
    static func stream(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        result.reserveCapacity(bytes.count + bytes.count / 65_535 * 5 + 16)
        var start = 0
        repeat {
            let count = min(65_535, bytes.count - start)
            let isLast = start + count == bytes.count
            let low = UInt8(count & 255)
            let high = UInt8(count >> 8)
            result += [isLast ? 1 : 0, low, high, ~low, ~high]
            result += bytes[start..<(start + count)]
            start += count
        } while start < bytes.count
        let sum = adler32(bytes)
        for shift in [24, 16, 8, 0] as [UInt32] { result.append(UInt8(truncatingIfNeeded: sum >> shift)) }
        return result
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var a: UInt32 = 1
        var b: UInt32 = 0
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return b << 16 | a
    }
}
