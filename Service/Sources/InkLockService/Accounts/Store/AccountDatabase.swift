// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault

/// The accounts' SQLite database: in write-ahead mode, and durable when a transaction returns.
struct AccountDatabase: Sendable {
    private let pool: DatabasePool
    private let storage: StorageGuard

    /// What a transaction is for.
    enum Purpose: Hashable, Sendable {
        /// Ledgers, sign-ins and removals: written while anything can be.
        case essential
        /// What is written only if there is room without the reserve.
        case probe
        /// An account, its notes and pictures: written while ``StorageLimits`` allow.
        case growth(AccountID, at: Int64)
    }

    /// Opens the file at `path`, makes it if there is none, and brings its tables up to date.
    ///
    /// The file is its owner's alone. Blocks while the disk answers.
    init(path: String, limits: StorageLimits = StorageLimits()) throws {
        // SQLite gives its own files beside it the rights of this one.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError.last }
        _ = Foundation.close(descriptor)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let storage = StorageGuard(folder: folder, limits: limits)
        do {
            pool = try Self.pool(path)
        } catch let error as DatabaseError where VaultError(database: error).isStorageFull && storage.releaseReserve() {
            pool = try Self.pool(path)
        }
        self.storage = storage
        storage.fillReserve()
    }

    private static func pool(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.label = "InkLock.accounts"
        configuration.busyMode = .timeout(Self.patienceSeconds)
        configuration.prepareDatabase { database in
            // Deleted rows are overwritten in the file.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try database.execute(sql: "PRAGMA journal_size_limit = \(journalBytes)")
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { database in
            // GRDB chooses NORMAL, with which the last transactions are lost when the power goes: guesses not counted.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            // On Apple's systems the disk's own cache would keep them.
            try database.execute(sql: "PRAGMA fullfsync = ON")
            // The pages of a database that is made know how to give space back. One that is there is left as it is. GRDB has
            // made and dropped a table.
            if try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0 <= 2, try Self.isEmpty(database) {
                try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
                try database.execute(sql: "VACUUM")
            }
        }
        try AccountSchema.migrator.migrate(pool)
        return pool
    }

    private static func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    }

    /// How long a transaction of another process is waited for.
    private static let patienceSeconds = 5.0
    /// What stays of the write-ahead log after a checkpoint.
    private static let journalBytes = 4 << 20
    /// The most free pages that one call of ``giveBack()`` takes from the file.
    private static let pagesGivenBack = 4096

    /// - Throws: ``VaultError/storage(_:code:)`` with SQLite's code, ``VaultError/cancelled``, or what `body` throws of
    ///   ``VaultError``.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(VaultError) -> Result {
        do { return try await pool.read(body) } catch { throw VaultError(database: error) }
    }

    /// One transaction, on the medium when this returns; else nothing has changed.
    /// - Throws: as ``read(_:)``; ``VaultError/storageFull`` if there is no room.
    func write<Result: Sendable>(
        _ purpose: Purpose = .essential, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(VaultError) -> Result {
        let checked: @Sendable (Database) throws -> Result = { [storage] database in
            guard case .growth(let account, let now) = purpose else { return try body(database) }
            try storage.checkGrowth(database)
            let result = try body(database)
            try storage.checkShare(of: account, at: now, database)
            return result
        }
        do {
            return try await pool.write(checked)
        } catch {
            let fault = VaultError(database: error)
            guard fault.isStorageFull, purpose == .essential else { throw fault }
            // What is in the log goes into pages that are there already, mostly.
            _ = storage.releaseReserve()
            _ = try? await pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        }
        do { return try await pool.write(checked) } catch { throw VaultError(database: error) }
    }

    /// One transaction that the end of the caller's task does not stop: a client that hangs up changes nothing about what is
    /// counted.
    func writeUncancelled<Result: Sendable>(
        _ purpose: Purpose = .essential, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(VaultError) -> Result {
        let task = Task { () async -> Swift.Result<Result, VaultError> in
            do throws(VaultError) { return .success(try await write(purpose, body)) } catch { return .failure(error) }
        }
        return try await task.value.get()
    }

    /// Gives free pages back to the disk, and takes the reserve again where there is room.
    func giveBack() async throws(VaultError) {
        do {
            try await pool.writeWithoutTransaction { database in
                _ = try Row.fetchAll(database, sql: "PRAGMA incremental_vacuum(\(Self.pagesGivenBack))")
                _ = try? database.checkpoint(.truncate)
            }
        } catch {
            throw VaultError(database: error)
        }
        storage.fillReserve()
    }

    /// Bytes that the database's pages hold.
    func usedBytes() async throws(VaultError) -> Int64 { try await read { try StorageGuard.usedBytes($0) } }

    /// Tells whether the database may become larger.
    func hasRoom(_ database: Database) -> Bool { storage.hasRoom(database) }

    /// Whether the database can be written.
    func isWritable() async -> Bool {
        let written: Void? = try? await write(.probe) { database in
            // The same value, and yet a page that goes to the disk.
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            try database.execute(sql: "PRAGMA user_version = \(version)")
        }
        return written != nil
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
