// SPDX-License-Identifier: MIT
import CZlib

/// A chunk of a PNG file whose type, length and checksum have been verified.
struct PNGChunk {
    /// Four letters.
    let type: String
    let data: ArraySlice<UInt8>
    /// The offset of the next chunk.
    let end: Int

    init(_ bytes: [UInt8], at offset: Int) throws(PNGError) {
        guard bytes.count - offset >= 12 else { throw .truncated }
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        let length = number(offset)
        guard length <= bytes.count - offset - 12 else { throw .truncated }
        end = offset + 12 + length
        let checked = bytes[offset + 4..<end - 4]
        let checksum = checked.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
        guard Int(checksum) == number(end - 4) else { throw .invalidChecksum(offset: offset) }
        guard checked.prefix(4).allSatisfy(Self.isLetter) else { throw .invalidChunk(offset: offset) }
        data = checked.dropFirst(4)
        type = String(decoding: checked.prefix(4), as: UTF8.self)
    }

    /// A Boolean value that indicates whether a decoder that does not know the chunk may skip it: its type begins with
    /// a lower-case letter.
    var isAncillary: Bool { type.utf8.first.map { $0 & 0x20 != 0 } ?? false }

    private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
}
