// SPDX-License-Identifier: MIT
import Foundation

/// The conversion between bytes and lower-case hexadecimal digits.
enum Hexadecimal {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digit(of: $0 >> 4), digit(of: $0 & 15)] }, as: UTF8.self)
    }

    /// - Returns: `nil` for anything that ``text(_:)`` never gives.
    static func bytes(_ text: String) -> Data? { bytes(text.utf8) }

    /// - Returns: `nil` for anything but the digits that ``text(_:)`` gives, in UTF-8.
    static func bytes(_ digits: some Collection<UInt8>) -> Data? {
        guard digits.count % 2 == 0 else { return nil }
        var bytes = Data()
        var digits = digits.makeIterator()
        while let high = digits.next(), let low = digits.next() {
            guard let high = value(of: high), let low = value(of: low) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(of value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
