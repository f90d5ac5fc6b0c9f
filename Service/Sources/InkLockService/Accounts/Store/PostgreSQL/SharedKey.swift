// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// The device key that all servers of a database use. The database stores only a check value: a value derived from the
/// key and the database's identifier.
struct SharedKey: Sendable {
    /// Returns the check value of the current key.
    let check: @Sendable (_ identifier: Data) -> Data
    /// Switches to the key whose check value is `found`. Returns `false` if this server does not have that key.
    let use: @Sendable (_ found: Data, _ identifier: Data) -> Bool
    /// Returns the check value of a record's key, or `nil` if this server does not have that key.
    let checkOfRecord: @Sendable (_ record: StoredBytes, _ identifier: Data) -> Data?

    /// Creates a key that is never replaced.
    init(_ check: @escaping @Sendable (_ identifier: Data) -> Data) {
        self.check = check
        use = { $0 == check($1) }
        checkOfRecord = { _, _ in nil }
    }

    init(_ secrets: ServiceSecrets) {
        check = { secrets.check($0) }
        use = { secrets.use($0, of: $1) }
        checkOfRecord = { record, identifier in
            secrets.deviceKeys(of: nil).position(ofRecord: record.bytes).map { secrets.check(identifier, at: $0) }
        }
    }
}
