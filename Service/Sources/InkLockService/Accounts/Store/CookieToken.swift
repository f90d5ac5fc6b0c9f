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
        guard text.utf8.count == Self.byteCount * 2, let bytes = Hexadecimal.bytes(text) else { return nil }
        self.bytes = bytes
    }

    /// 64 hexadecimal digits.
    var text: String { Hexadecimal.text(bytes) }

    /// SHA-256. A token has 256 bits of its own, so it cannot be guessed from this.
    var digest: Data { Data(SHA256.hash(data: bytes)) }
}

extension CookieToken: CustomStringConvertible, CustomReflectable {
    /// Not the token: that would end up in logs.
    package var description: String { "CookieToken" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
