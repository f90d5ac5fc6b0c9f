// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault

/// The 256-bit key with which the browser that has just opened an account seals the account's notes. It never changes
/// for an account. The service derives it and does not store it.
package struct NotesKey: Sendable {
    private let key: SymmetricKey

    private static let purpose = "notes"

    /// - Returns: `nil` if the data key has been erased.
    init?(_ dataKey: DataKey) {
        guard let key = dataKey.key(for: Self.purpose) else { return nil }
        self.key = key
    }

    /// - Returns: `nil` unless `text` is a value of ``text``.
    init?(text: String) {
        guard let bytes = Data(base64Encoded: text), bytes.count == 32 else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// The key in base 64.
    var text: String { key.withUnsafeBytes { Data($0) }.base64EncodedString() }
}

extension NotesKey: CustomStringConvertible, CustomReflectable {
    /// Omits the key, which would otherwise appear in logs.
    package var description: String { "NotesKey" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
