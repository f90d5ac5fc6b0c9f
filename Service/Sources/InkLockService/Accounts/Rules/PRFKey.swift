// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault

/// A key that a browser derives from the result of a passkey's PRF extension (W3C WebAuthn Level 3 §10.1.4). Only the
/// authenticator can produce these 32 bytes.
package struct PRFKey: Sendable {
    let key: SymmetricKey

    static let byteCount = 32

    /// The input of the extension. It is the same for all passkeys, because the passkey is not known when the page
    /// requests it.
    static let salt = Array(SHA256.hash(data: Data("InkLock passkey salt 1".utf8)))

    /// - Returns: `nil` unless `bytes` has 32 bytes.
    init?(_ bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// The key that opens the passkey's slot.
    var slotKey: SymmetricKey {
        KeyDerivation.key(key, salt: [], info: Array("InkLock service 1 passkey prf".utf8))
    }
}

extension PRFKey: CustomStringConvertible, CustomReflectable {
    /// Omits the key, which would otherwise appear in logs.
    package var description: String { "PRFKey" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
