// SPDX-License-Identifier: MIT
import Foundation

/// The conversion between bytes and lower-case hexadecimal digits.
enum Hexadecimal {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            digits.append(digit(of: byte >> 4))
            digits.append(digit(of: byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Converts hexadecimal digits to bytes.
    /// - Returns: `nil` for a text that ``text(_:)`` never returns.
    static func bytes(_ text: String) -> Data? { bytes(text.utf8) }

    /// Converts hexadecimal digits in UTF-8 to bytes.
    /// - Returns: `nil` for digits that ``text(_:)`` never returns.
    static func bytes(_ digits: some Collection<UInt8>) -> Data? {
        guard digits.count % 2 == 0 else { return nil }
        // Each append to `Data` is a call.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var digits = digits.makeIterator()
        while let high = digits.next(), let low = digits.next() {
            guard let high = value(of: high), let low = value(of: low) else { return nil }
            bytes.append(high << 4 | low)
        }
        return Data(bytes)
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
