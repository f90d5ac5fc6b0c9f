// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault

/// What a browser makes of the result of a passkey's PRF extension (W3C WebAuthn Level 3 §10.1.4): 32 bytes that are nowhere
/// but in the authenticator.
package struct PRFKey: Sendable {
    let key: SymmetricKey

    static let byteCount = 32

    /// What pages hand to the extension: always the same, because whose passkey it will be is not known when it is asked for.
    static let salt = Array(SHA256.hash(data: Data("InkLock passkey salt 1".utf8)))

    /// - Returns: `nil` unless there are 32 bytes.
    init?(_ bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// What a slot is opened with.
    var slotKey: SymmetricKey {
        KeyDerivation.key(key, salt: [], info: Array("InkLock service 1 passkey prf".utf8))
    }
}

extension PRFKey: CustomStringConvertible, CustomReflectable {
    /// Not the key: that would end up in logs.
    package var description: String { "PRFKey" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
