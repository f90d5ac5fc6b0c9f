// SPDX-License-Identifier: MIT
import Foundation

/// Text of a file, compared and hashed as its UTF-8 bytes.
///
/// `String` compares and hashes by canonical equivalence, which takes quadratic time where a file holds long runs of
/// combining marks. Every operation here is O(bytes).
struct FileText: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The maximum number of bytes of a number. An exact double has fewer than 1,100 digits.
    static let maximumNumberBytes = 4_096

    let string: String

    /// Bytes that are not UTF-8 become U+FFFD.
    init(_ bytes: some Collection<UInt8>) { string = String(decoding: bytes, as: UTF8.self) }
    init(stringLiteral text: String) { string = text }

    var utf8: String.UTF8View { string.utf8 }

    static func == (a: FileText, b: FileText) -> Bool {
        guard a.utf8.count == b.utf8.count else { return false }
        var (left, right) = (a.string, b.string)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard let left = left.baseAddress, let other = right.baseAddress else { return true }
                return memcmp(left, other, right.count) == 0
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        var text = string
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }

    /// Returns whether the text begins with another one.
    /// - Parameter start: ASCII text.
    func hasPrefix(_ start: FileText) -> Bool { utf8.starts(with: start.utf8) }

    /// Returns the text without its first `count` bytes, which must be ASCII.
    func dropFirst(_ count: Int) -> FileText { FileText(stringLiteral: String(Substring(utf8.dropFirst(count)))) }

    /// The text as a decimal number; `nil` if it is not a number, not finite, or longer than ``maximumNumberBytes``.
    var number: Double? {
        guard utf8.count <= Self.maximumNumberBytes, let value = Double(string), value.isFinite else { return nil }
        return value
    }

    /// Returns the decimal number of the bytes; see ``number``.
    static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        bytes.count <= maximumNumberBytes ? FileText(bytes).number : nil
    }

    /// The text as a whole number below 2³².
    var wholeNumber: UInt32? { utf8.count <= 10 ? UInt32(string) : nil }
}
