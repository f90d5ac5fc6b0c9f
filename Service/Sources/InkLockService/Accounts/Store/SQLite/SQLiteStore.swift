// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault

/// The accounts in one file of SQLite, in write-ahead mode. Transactions are durable when they return.
struct SQLiteStore: AccountStore {
    private let pool: DatabasePool
    private let storage: StorageGuard
    private let metrics: ServiceMetrics?

    var isShared: Bool { false }

    /// Opens the file at `path`, creates it if it does not exist, and updates its schema.
    ///
    /// The file is accessible to its owner only. Blocks until the disk responds.
    init(path: String, limits: StorageLimits = StorageLimits(), metrics: ServiceMetrics? = nil) throws {
        self.metrics = metrics
        // SQLite creates its other files with the same permissions.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError.last }
        _ = Foundation.close(descriptor)
        let storage = StorageGuard(folder: PrivateFolder.parent(of: path), limits: limits)
        do {
            pool = try Self.pool(path)
        } catch let error as DatabaseError where StoreError(error).isFull && storage.releaseReserve() {
            pool = try Self.pool(path)
        }
        self.storage = storage
        storage.fillReserve()
    }

    private static func pool(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.label = "InkLock.accounts"
        configuration.busyMode = .timeout(Self.timeoutSeconds)
        configuration.prepareDatabase { database in
            // Overwrite deleted rows in the file.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try database.execute(sql: "PRAGMA journal_size_limit = \(journalBytes)")
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { database in
            // GRDB's default, NORMAL, loses the last transactions on a power failure, and with them counted attempts.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            // On Apple platforms the data would otherwise stay in the disk's own cache.
            try database.execute(sql: "PRAGMA fullfsync = ON")
            // A new database gets pages that can be returned to the disk. An existing one is left unchanged. GRDB has
            // already created and dropped a table.
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

    /// The maximum time to wait for a transaction of another process.
    private static let timeoutSeconds = 5.0
    /// The maximum bytes of the write-ahead log after a checkpoint.
    private static let journalBytes = 4 << 20
    /// The maximum number of free pages that one call of ``releaseFreePages()`` removes from the file.
    private static let releasedPageLimit: Int64 = 4096

    func read<Result: Sendable>(
        _ scope: ReadScope, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(StoreError) -> Result {
        try await traced(.reading, "sqlite", metrics) { () async throws(StoreError) in
            do { return try await pool.read { try body($0) } } catch { throw StoreError(error) }
        }
    }

    func write<Result: Sendable>(
        _ purpose: StorePurpose, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(StoreError) -> Result {
        try await traced(.transaction, "sqlite", metrics) { () throws(StoreError) in
            try await written(purpose, body)
        }
    }

    private func written<Result: Sendable>(
        _ purpose: StorePurpose, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(StoreError) -> Result {
        let checked: @Sendable (any StoreTransaction) throws -> Result = { [storage] database in
            guard case .growth(let account, let now) = purpose else { return try body(database) }
            try storage.checkGrowth(database)
            let result = try body(database)
            try storage.checkShare(of: account, at: now, database)
            return result
        }
        do {
            return try await pool.write { try checked($0) }
        } catch {
            let fault = StoreError(error)
            guard fault.isFull, purpose == .essential || purpose == .statement else { throw fault }
        }
        // The log starts again in the blocks that it has. Another program could take what is given back to the disk.
        await restartLog()
        do { return try await pool.write { try checked($0) } } catch {
            let fault = StoreError(error)
            guard fault.isFull, storage.releaseReserve() else { throw fault }
        }
        await restartLog()
        do { return try await pool.write { try checked($0) } } catch { throw StoreError(error) }
    }

    private func restartLog() async {
        try? await pool.writeWithoutTransaction { try $0.restartLog(timeoutSeconds: Self.timeoutSeconds) }
    }

    /// Returns free pages to the disk, and restores the reserve if there is space. While the disk is short of space,
    /// the log and some free pages stay for essential writes.
    func releaseFreePages(at now: Int64) async throws(StoreError) {
        let (isShort, reserveBytes) = (storage.isDiskShort, storage.limits.reserveBytes)
        do {
            try await pool.writeWithoutTransaction { database in
                let free = try Int64.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
                let size = try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
                let released = min(Self.releasedPageLimit, isShort ? free - reserveBytes / size : free)
                if released > 0 { _ = try Row.fetchAll(database, sql: "PRAGMA incremental_vacuum(\(released))") }
                // All writers would wait while a backup or another command reads. The next call truncates the log then.
                try database.execute(sql: "PRAGMA busy_timeout = 0")
                defer { try? database.execute(sql: "PRAGMA busy_timeout = \(Int(Self.timeoutSeconds * 1000))") }
                _ = try? database.checkpoint(isShort ? .restart : .truncate)
            }
        } catch {
            throw StoreError(error)
        }
        storage.fillReserve()
    }

    func hasRoom(_ transaction: any StoreTransaction) -> Bool { storage.hasRoom(transaction) }

    func isWritable() async -> Bool {
        // A server that serves sign-ins from the reserve is ready.
        let written: Void? = try? await write(.essential) { database in
            // Writing the same value still writes a page to the disk.
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            try database.run(sql: "PRAGMA user_version = \(version)")
        }
        return written != nil
    }

    func space(at now: Int64, measuring: Bool) async -> StoreSpace {
        let times = storage.limits.youngTimes(at: now)
        let found = try? await read { database in
            (try StorageGuard.usedBytes(database), try StorageTable(database: database).bytes(createdIn: times))
        }
        return StoreSpace(used: found?.0, young: found?.1, free: storage.freeBytes)
    }

    func close() throws { try pool.close() }
}

extension Database {
    /// Starts the write-ahead log again in the blocks that it has, unless a reader needs them for longer than a moment.
    /// - Parameter timeoutSeconds: The connection's time limit, which applies again afterwards.
    func restartLog(timeoutSeconds: Double) throws {
        // All writers wait meanwhile.
        try execute(sql: "PRAGMA busy_timeout = 250")
        defer { try? execute(sql: "PRAGMA busy_timeout = \(Int(timeoutSeconds * 1000))") }
        _ = try checkpoint(.restart)
    }
}
