// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// What a cookie says: 256 random bits. Only ``digest`` is ever stored.
package struct CookieToken: Hashable, Sendable {
    private let bytes: Data

    static let byteCount = 32

    private init(_ bytes: Data) { self.bytes = bytes }

    static func random() -> CookieToken {
        CookieToken(Data((0..<byteCount).map { _ in UInt8.random(in: .min ... .max) }))
    }

    /// - Returns: `nil` for anything that ``text`` never gives.
    init?(_ text: String) {
        guard text.utf8.count == Self.byteCount * 2 else { return nil }
        var bytes = Data()
        var digits = text.utf8.makeIterator()
        while let high = digits.next(), let low = digits.next() {
            guard let high = Self.value(of: high), let low = Self.value(of: low) else { return nil }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// 64 hexadecimal digits.
    var text: String { bytes.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined() }

    /// SHA-256. A token has 256 bits of its own, so nobody guesses it from this.
    var digest: Data { Data(SHA256.hash(data: bytes)) }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension CookieToken: CustomStringConvertible, CustomReflectable {
    /// Not the token: that would end up in logs.
    package var description: String { "CookieToken" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
