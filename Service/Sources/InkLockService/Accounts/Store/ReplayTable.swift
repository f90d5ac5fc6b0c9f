// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import PicturePassword

/// The drawings that an account has received from any device, as keyed digests. A digest reveals nothing about its
/// drawing.
///
/// The ledgers remember drawings too, but only those of their own device.
struct ReplayTable: Sendable {
    let database: any AccountStore
    /// The key of the table's row.
    let key: Data
    let account: AccountID
    /// The key of the digests, ``ReplayGuard/keyLength`` bytes.
    let secret: [UInt8]
    let clock: any VaultClock

    /// The kinds of drawing that an account receives.
    enum Receipt: Hashable, Sendable {
        /// No identical drawing has been received.
        case new
        /// The request that brought the drawing has come again, before its operation had a result.
        case repeated
        /// The drawing repeats an earlier one.
        case replay
    }

    /// Receives a drawing. A new one is stored durably, together with the beginning of its operation.
    /// - Parameter operation: The operation of the request; `nil` without one.
    /// - Throws: `.conflict` if another process has finished the operation, so that its result is the answer.
    func receive(_ gesture: PictureGesture, for operation: Operation?) async throws(StoreError) -> Receipt {
        let now = clock.now().wallMilliseconds
        return try await database.write { database in
            let operations = OperationTable(database: database)
            let isReplay = try change(in: database, at: now) { replays in
                if replays.isReplay(gesture) { return true }
                replays.remember(gesture, as: .tried)
                return false
            }
            guard let operation else { return isReplay ? .replay : .new }
            guard !isReplay else {
                guard try operations.find(operation, at: now) == nil else { throw StoreError.conflict }
                return try operations.hasBegun(operation, account, at: now) ? .repeated : .replay
            }
            try operations.begin(operation, account, at: now)
            return .new
        }
    }

    /// Stores drawings that opened the account.
    func remember(_ gestures: [PictureGesture]) async throws(StoreError) {
        let now = clock.now().wallMilliseconds
        try await database.write { database in
            try change(in: database, at: now) { replays in
                for gesture in gestures { replays.remember(gesture, as: .accepted) }
            }
        }
    }

    /// Stores enrolled drawings, in the transaction that enrols them.
    func remember(_ gestures: [PictureGesture], in database: any StoreTransaction) throws {
        try change(in: database, at: clock.now().wallMilliseconds) { replays in
            for gesture in gestures { replays.remember(gesture, as: .accepted) }
        }
    }

    private func change<Result>(
        in database: any StoreTransaction, at now: Int64, _ body: (inout ReplayGuard) -> Result
    ) throws -> Result {
        let bytes = try Data.fetchOne(database, sql: "SELECT bytes FROM drawn WHERE key = ?", arguments: [key])
        guard var replays = ReplayGuard(key: secret) else { throw StoreError.damaged }
        if let bytes {
            // Unreadable digests are an error: treating them as empty would let replays pass.
            do { replays = try ReplayGuard(decoding: bytes, key: secret) } catch { throw StoreError.damaged }
        }
        let result = body(&replays)
        try database.run(
            sql: """
                INSERT INTO drawn (key, account, bytes, written) VALUES (?, ?, ?, ?)
                ON CONFLICT (key) DO UPDATE SET account = excluded.account, bytes = excluded.bytes,
                    written = excluded.written
                """,
            arguments: [key, account.bytes, Data(replays.encoded()), now])
        return result
    }
}
