// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault

/// The accounts' SQLite database: in write-ahead mode, and durable when a transaction returns.
struct AccountDatabase: Sendable {
    private let pool: DatabasePool

    /// Opens the file at `path`, makes it if there is none, and brings its tables up to date.
    ///
    /// The file is its owner's alone. Blocks while the disk answers.
    init(path: String) throws {
        // SQLite gives its own files beside it the rights of this one.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError.last }
        _ = Foundation.close(descriptor)
        var configuration = Configuration()
        configuration.label = "InkLock.accounts"
        configuration.busyMode = .timeout(Self.patienceSeconds)
        configuration.prepareDatabase { database in
            // What was deleted must not be found in the file any more.
            try database.execute(sql: "PRAGMA secure_delete = ON")
        }
        pool = try DatabasePool(path: path, configuration: configuration)
        // GRDB chooses NORMAL, with which the last transactions are lost when the power goes: guesses not counted.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try AccountSchema.migrator.migrate(pool)
    }

    /// How long a transaction of another process is waited for.
    private static let patienceSeconds = 5.0

    /// - Throws: ``VaultError/storage(_:code:)`` with SQLite's code, ``VaultError/cancelled``, or what `body` throws of
    ///   ``VaultError``.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(VaultError) -> Result {
        do { return try await pool.read(body) } catch { throw VaultError(database: error) }
    }

    /// One transaction, on the medium when this returns; else nothing has changed.
    /// - Throws: as ``read(_:)``.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(VaultError) -> Result {
        do { return try await pool.write(body) } catch { throw VaultError(database: error) }
    }

    /// Ends all connections. Blocks until transactions have ended.
    func close() throws { try pool.close() }
}

extension VaultError {
    /// GRDB's descriptions may hold what was stored: of those only the code is kept.
    init(database error: any Error) {
        switch error {
        case let error as VaultError: self = error
        case let error as DatabaseError: self = .storage(.database, code: error.extendedResultCode.rawValue)
        case is CancellationError: self = .cancelled
        default: self = .storage(.database, code: 0)
        }
    }
}
