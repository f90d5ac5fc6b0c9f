// SPDX-License-Identifier: MIT

/// The checksum of PNG chunks (ISO 3309, ITU-T V.42), computed four bits at a time with a table of sixteen entries.
struct CRC32 {
    private var register: UInt32 = 0xFFFF_FFFF
    private let table: [UInt32]

    init() {
        var table: [UInt32] = []
        for nibble in 0..<16 as Range<UInt32> {
            var entry = nibble
            for _ in 0..<4 { entry = entry & 1 == 1 ? entry >> 1 ^ 0xEDB8_8320 : entry >> 1 }
            table.append(entry)
        }
        self.table = table
    }

    /// - Complexity: O(`bytes.count`).
    mutating func update(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            let low = register ^ UInt32(byte)
            let half = low >> 4 ^ table[Int(low & 15)]
            register = half >> 4 ^ table[Int(half & 15)]
        }
    }

    var value: UInt32 { ~register }
}
