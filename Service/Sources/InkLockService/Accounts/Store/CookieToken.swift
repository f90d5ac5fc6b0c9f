// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// The value of a cookie: 256 random bits. Only ``digest`` is ever stored.
package struct CookieToken: Hashable, Sendable {
    private let bytes: Data

    static let byteCount = 32

    private init(_ bytes: Data) { self.bytes = bytes }

    static func random() -> CookieToken {
        CookieToken(Data.random(count: byteCount))
    }

    /// - Returns: `nil` unless `text` is a value of ``text``.
    init?(_ text: String) {
        guard text.utf8.count == Self.byteCount * 2, let bytes = Hexadecimal.bytes(text) else { return nil }
        self.bytes = bytes
    }

    /// The token as 64 hexadecimal digits.
    var text: String { Hexadecimal.text(bytes) }

    /// The SHA-256 digest. A token has 256 random bits, so it cannot be guessed from its digest.
    var digest: Data { Data(SHA256.hash(data: bytes)) }
}

extension CookieToken: CustomStringConvertible, CustomReflectable {
    /// Omits the token, which would otherwise appear in logs.
    package var description: String { "CookieToken" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
