// SPDX-License-Identifier: MIT

/// Decodes UTF-8 (RFC 3629) scalar by scalar and detects invalid bytes.
struct UTF8Reader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var offset = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    /// Returns the next scalar's value, or `nil` without consuming anything where the bytes are not UTF-8.
    mutating func next() -> UInt32? {
        guard offset < bytes.count else { return nil }
        let first = bytes[offset]
        guard first >= 0x80 else {
            offset += 1
            return UInt32(first)
        }
        let following = first < 0xC2 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : 0
        guard following > 0, bytes.count - offset > following else { return nil }
        var value = UInt32(first) & (0x3F >> UInt32(following))
        for i in 1...following {
            let byte = bytes[offset + i]
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        let least: UInt32 = following == 1 ? 0x80 : following == 2 ? 0x800 : 0x10000
        // Overlong, a surrogate, or beyond Unicode.
        guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
        offset += following + 1
        return scalar.value
    }
}
