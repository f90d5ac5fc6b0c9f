// SPDX-License-Identifier: MIT
import GRDB
import LockVault

/// An error of the accounts' database. No case contains stored data.
package enum StoreError: Error, Hashable, Sendable {
    /// The row does not exist, or was removed.
    case missing
    /// A row with the same name or the same identifier exists.
    case exists
    /// Another request changed the row at the same time.
    case conflict
    /// The operator has disabled the account.
    case disabled
    /// The servers of the database use a device key that this one does not use.
    case otherKey
    /// The stored bytes cannot be read.
    case damaged
    /// The caller's task was cancelled.
    case cancelled
    /// SQLite reported an error, with its extended code.
    case database(code: Int32)
    /// PostgreSQL reported an error, or could not be reached.
    case server(SQLState)

    /// The disk is full, or the service's own limits are reached.
    static let full = StoreError.database(code: ResultCode.SQLITE_FULL.rawValue)

    /// Converts an error of a transaction. GRDB's descriptions may contain stored data, so only the code is kept.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError: self = .database(code: error.extendedResultCode.rawValue)
        case is CancellationError: self = .cancelled
        // A stored record or ledger that the vault does not read.
        case is VaultError: self = .damaged
        default: self = .database(code: 0)
        }
    }

    /// Restores the error from the code of a vault's error.
    init(code: Int32) { self = SQLState(code: code).map { .server($0) } ?? .database(code: code) }

    /// A Boolean value that indicates whether a write found no room. SQLite has several codes for it.
    var isFull: Bool {
        if case .server(let state) = self { return state.isFull }
        guard case .database(let code) = self else { return false }
        return [ResultCode.SQLITE_FULL, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_WRITE].map(\.rawValue).contains(code)
    }

    /// A Boolean value that indicates whether the error is temporary: the database is unreachable, overloaded, or
    /// locked by another program.
    var isPassing: Bool {
        switch self {
        case .server(let state): state.isPassing
        // The lowest byte of an extended code is its primary code.
        case .database(let code): [ResultCode.SQLITE_BUSY, .SQLITE_LOCKED].map(\.rawValue).contains(code & 0xFF)
        default: false
        }
    }
}

extension VaultError {
    /// Converts an error of the database for a vault, whose record and ledgers are rows.
    init(_ error: StoreError) {
        switch error {
        case .missing: self = .missing
        case .exists: self = .exists
        case .conflict: self = .conflict
        // No vault asks.
        case .disabled: self = .missing
        case .otherKey: self = .deviceKeyMissing
        case .damaged: self = .damaged
        case .cancelled: self = .cancelled
        case .database(let code): self = .storage(.database, code: code)
        case .server(let state): self = .storage(.database, code: state.code)
        }
    }
}
