// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault

/// What an account's notes are sealed with, in the browser that has just opened the account: 256 bits, always the same for an
/// account. The service hands it out and keeps none.
package struct NotesKey: Sendable {
    private let key: SymmetricKey

    private static let purpose = "notes"

    /// - Returns: `nil` once the data key has been forgotten.
    init?(_ dataKey: DataKey) {
        guard let key = dataKey.key(for: Self.purpose) else { return nil }
        self.key = key
    }

    /// - Returns: `nil` for anything that ``text`` never gives.
    init?(text: String) {
        guard let bytes = Data(base64Encoded: text), bytes.count == 32 else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// In base 64.
    var text: String { key.withUnsafeBytes { Data($0) }.base64EncodedString() }
}

extension NotesKey: CustomStringConvertible, CustomReflectable {
    /// Not the key: that would end up in logs.
    package var description: String { "NotesKey" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
