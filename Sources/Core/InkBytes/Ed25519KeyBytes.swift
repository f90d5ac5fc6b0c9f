// SPDX-License-Identifier: MIT

/// A check of the 32 bytes of an Ed25519 public key, which cryptographic libraries leave to their callers.
package enum Ed25519KeyBytes {
    /// Returns a Boolean value that indicates whether a key has a canonical y-coordinate (RFC 8032 §5.1.3) that differs
    /// from those of the points of order 1, 2, 4 and 8.
    ///
    /// Signatures by a key of such a small order can be forged without a private key.
    package static func areOfLargeOrder(_ key: [UInt8]) -> Bool {
        guard key.count == 32 else { return false }
        var y = key
        y[31] &= 0x7F
        // Checks that y is below p = 2^255 − 19, the least significant byte first.
        let isBelowP = y[0] < 0xED || y[31] != 0x7F || y[1..<31].contains { $0 != 0xFF }
        return isBelowP && !smallOrders.contains(y)
    }

    /// The y-coordinates of the points whose order divides 8: 1, −1, 0 and those of order 8.
    private static let smallOrders: [[UInt8]] = [
        [1] + [UInt8](repeating: 0, count: 31), [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [UInt8](repeating: 0, count: 32),
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F, 0x2A, 0x20,
            0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0, 0xD5, 0xDF,
            0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
    ]
}
