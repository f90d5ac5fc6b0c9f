// SPDX-License-Identifier: MIT
import InkStroke

/// Reads UTF-8 as letters with at most one mark each, as handwriting can render them. It skips a byte order mark at the
/// start.
struct HandwritingText: IteratorProtocol {
    enum Item {
        case space
        /// Keys into ``HandwritingAlphabet``. A blank `mark` stands for none.
        case letter(UInt8, mark: UInt8)
        /// A character without a glyph, or a byte that is not UTF-8.
        case unknown
    }

    private let bytes: [UInt8]
    private var offset = 0
    private static var none: UInt8 { UInt8(ascii: " ") }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF { offset = 3 }
    }

    mutating func next() -> Item? {
        guard offset < bytes.count else { return nil }
        guard let scalar = nextScalar() else { return .unknown }
        guard case .letter(let key, var mark) = Self.item(scalar) else { return Self.item(scalar) }
        let here = offset
        if let following = nextScalar(), let combined = Self.combiningMark(following) {
            mark = combined
        } else {
            offset = here
        }
        if mark == UInt8(ascii: "v") && (key | 0x20 == UInt8(ascii: "l") || key == 0x64 || key == 0x74) {
            // The letters d, l and t are too tall for a caron.
            mark = UInt8(ascii: "|")
        }
        return .letter(key, mark: mark)
    }

    private static func item(_ scalar: UInt32) -> Item {
        switch scalar {
        case 0x09...0x0D, 0x20, 0xA0: return .space
        case 0x2018, 0x2019: return .letter(UInt8(ascii: "'"), mark: none)
        case 0x2010...0x2015: return .letter(UInt8(ascii: "-"), mark: none)
        case 0x69, 0x6A: return .letter(UInt8(scalar), mark: UInt8(ascii: "."))
        case 0x21...0x5A, 0x61...0x7A: return .letter(UInt8(scalar), mark: none)
        case 0xC0...0x17E:
            let pair = HandwritingAlphabet.composed.utf8Start + 2 * Int(scalar - 0xC0)
            return pair[0] == none ? .unknown : .letter(pair[0], mark: pair[1])
        case 0x1E9E: return .letter(UInt8(ascii: "~"), mark: none)
        default: return .unknown
        }
    }

    private static func combiningMark(_ scalar: UInt32) -> UInt8? {
        let marks = HandwritingAlphabet.combining
        guard scalar >= 0x300 && scalar < 0x300 + UInt32(marks.utf8CodeUnitCount) else { return nil }
        let mark = marks.utf8Start[Int(scalar - 0x300)]
        return mark == none ? nil : mark
    }

    /// Returns the next Unicode scalar value. Skips one byte and returns `nil` where the bytes are not UTF-8 (RFC
    /// 3629).
    private mutating func nextScalar() -> UInt32? {
        guard offset < bytes.count else { return nil }
        let first = bytes[offset]
        offset += 1
        let length = first < 0x80 ? 0 : first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : -1
        guard length > 0 else { return length == 0 ? UInt32(first) : nil }
        guard offset + length <= bytes.count else { return nil }
        var scalar = UInt32(first) & (0x3F >> UInt32(length))
        for i in 0..<length {
            guard bytes[offset + i] & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | UInt32(bytes[offset + i] & 0x3F)
        }
        let least: UInt32 = length == 1 ? 0x80 : length == 2 ? 0x800 : 0x10000
        guard scalar >= least && scalar <= 0x10FFFF && !(0xD800...0xDFFF).contains(scalar) else { return nil }
        offset += length
        return scalar
    }
}
