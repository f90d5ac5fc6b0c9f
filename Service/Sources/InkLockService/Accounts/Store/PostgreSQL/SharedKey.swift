// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// The key that all servers of a database have agreed on, as far as the database knows it.
struct SharedKey: Sendable {
    /// Returns what the present key makes of the database's identifier.
    let check: @Sendable (_ identifier: Data) -> Data
    /// Uses the key that makes `found` of the identifier. Returns `false` if this server does not have it.
    let use: @Sendable (_ found: Data, _ identifier: Data) -> Bool
    /// Returns what the key of a record makes of the identifier, or `nil` if this server does not have the key.
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
