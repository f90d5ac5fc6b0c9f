// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault
import PicturePassword

/// What was drawn for a name, on whichever device: keyed digests, from which nobody learns a drawing.
///
/// The ledgers remember drawings too, but each only its own device's.
struct DrawnBefore: Sendable {
    let database: AccountDatabase
    /// The name's, the same whether or not somebody has it.
    let key: Data
    /// `nil` for a name that nobody has.
    let account: AccountID?
    /// ``ReplayGuard/keyLength`` bytes.
    let secret: [UInt8]
    let clock: any VaultClock

    /// Whether this very drawing came before; durably remembers it if not.
    func isReplay(_ gesture: Gesture) async throws(VaultError) -> Bool {
        try await change { replays in
            if replays.isReplay(gesture) { return true }
            replays.remember(gesture, as: .tried)
            return false
        }
    }

    /// Remembers drawings that were enrolled or opened the account.
    func remember(_ gestures: [Gesture]) async throws(VaultError) {
        try await change { replays in
            for gesture in gestures { replays.remember(gesture, as: .accepted) }
        }
    }

    private func change<Result: Sendable>(
        _ body: @escaping @Sendable (inout ReplayGuard) -> Result
    ) async throws(VaultError) -> Result {
        let now = clock.now().wallMilliseconds
        return try await database.write { [key, account, secret] database in
            let bytes = try Data.fetchOne(database, sql: "SELECT bytes FROM drawn WHERE key = ?", arguments: [key])
            guard var replays = ReplayGuard(key: secret) else { throw VaultError.damaged }
            if let bytes {
                // Digests that cannot be read would let recordings pass.
                do { replays = try ReplayGuard(decoding: bytes, key: secret) } catch { throw VaultError.damaged }
            }
            let result = body(&replays)
            try database.execute(
                sql: """
                    INSERT INTO drawn (key, account, bytes, written) VALUES (?, ?, ?, ?)
                    ON CONFLICT (key) DO UPDATE SET account = excluded.account, bytes = excluded.bytes,
                        written = excluded.written
                    """,
                arguments: [key, account?.bytes, Data(replays.encoded()), now])
            return result
        }
    }
}
