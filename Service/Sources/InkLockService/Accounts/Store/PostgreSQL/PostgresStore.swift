// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow
import LockVault
import Logging
import Synchronization

/// The accounts in a PostgreSQL database that any number of servers share.
///
/// Write transactions are serializable, readings see one snapshot, and counts are single atomic statements. A
/// transaction is durable when it returns, including on synchronous standbys.
final class PostgresStore: AccountStore {
    private let pool: PostgresPool
    /// The connection for health checks. Requests that wait for other connections do not delay it, so a proxy does not
    /// mistake a busy server for a failed one.
    private let probe: PostgresPool
    private let limits: StorageLimits
    private let identity: Data
    private let key: SharedKey
    private let keyIsMissing = Atomic(false)
    private let isOtherVersion = Atomic(false)
    private let logger: Logger?
    private let metrics: ServiceMetrics?
    private let levels = Mutex(Levels())
    /// The service's clock: that of the database.
    let clock: PostgresClock

    var isShared: Bool { true }

    /// The bytes that the accounts used at the last measurement, plus those that this server has added since.
    struct Levels {
        private(set) var used: Int64 = 0
        private(set) var young: Int64 = 0
        /// The time of the next measurement; `nil` before the first one.
        var end: ContinuousClock.Instant?
        private(set) var isMeasured = false
        /// The bytes that this server has added since it started.
        private(set) var added = Growth()

        /// The bytes that transactions have added to all accounts, and to those that are young.
        struct Growth: Hashable, Sendable {
            var all: Int64 = 0
            var young: Int64 = 0
        }

        /// Adds what a transaction has added.
        mutating func add(_ growth: Growth) {
            (used, young) = (used + growth.all, young + growth.young)
            (added.all, added.young) = (added.all + growth.all, added.young + growth.young)
        }

        /// Takes the result of a measurement. Transactions that ended while it ran may be in it or not. They are added,
        /// so that none is missing. The next measurement counts each once.
        /// - Parameter before: The bytes in ``added`` when the measurement began.
        mutating func measured(_ found: Growth, since before: Growth) {
            used = found.all + added.all - before.all
            young = found.young + added.young - before.young
            isMeasured = true
        }
    }

    /// Connects, and opens the tables.
    /// - Parameters:
    ///   - caller: The program that opens the tables. Only a server makes or changes them.
    ///   - connections: The number of transactions at a time.
    ///   - key: The servers' key.
    ///   - logger: The log that says when the tables are new, when another version has changed them, and why there is
    ///     no connection.
    ///   - metrics: The numbers that count transactions.
    /// - Throws: ``AccountServiceError``.
    init(
        _ place: PostgresAddress, for caller: PostgresSchema.Caller = .server, connections: Int = 6,
        limits: StorageLimits = StorageLimits(), key: SharedKey, logger: Logger? = nil,
        metrics: ServiceMetrics? = nil
    ) async throws(AccountServiceError) {
        // The first connection reports errors of the settings.
        try await Self.check(place)
        let log = logger.map(PostgresLog.init)
        let pool = PostgresPool(place, connections: connections, metrics: metrics, log: log)
        do {
            let opened = try await pool.run(.statements) {
                connection -> Result<(id: Data, isNew: Bool), AccountServiceError> in
                do { return .success(try PostgresSchema.open(connection, for: caller, key: key)) } catch let error
                    as AccountServiceError
                {
                    return .failure(error)
                }
            }
            let (id, isNew) = try opened.get()
            if isNew {
                logger?.warning(
                    "tables",
                    metadata: ["outcome": "new", "reason": "the database was empty and has no accounts"])
            }
            identity = id
            clock = PostgresClock(self.identity)
            try await clock.set(by: pool)
        } catch {
            pool.close()
            switch error {
            case let error as AccountServiceError: throw error
            case StoreError.server(let state): throw .serverFailed(state)
            default: throw .serverFailed(SQLState("XX000"))
            }
        }
        self.pool = pool
        probe = PostgresPool(place, connections: 1, metrics: metrics, log: log)
        self.limits = limits
        self.key = key
        self.logger = logger
        self.metrics = metrics
    }

    /// Connects, and changes nothing.
    /// - Throws: ``AccountServiceError/unreachable(_:)``.
    static func check(_ place: PostgresAddress) async throws(AccountServiceError) {
        let failure = await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
            Thread.detachNewThread {
                var reason = ""
                do throws(PostgresError) {
                    try PostgresConnection(place, reason: &reason).close()
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: reason.isEmpty ? "SQLSTATE \(error.state)" : reason)
                }
            }
        }
        if let failure { throw .unreachable(failure) }
    }

    func read<Result: Sendable>(
        _ scope: ReadScope, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(StoreError) -> Result {
        guard !isOtherVersion.load(ordering: .relaxed) else { throw .server(.otherVersion) }
        return try await traced(.reading, "postgresql", metrics) { () throws(StoreError) in
            try await pool.run(scope == .query ? .none : .snapshot) { try body(PostgresTransaction(connection: $0)) }
        }
    }

    /// Reads whole tables, as an operator's command does: in a snapshot, without the timeout of requests.
    func readAll<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(StoreError) -> Result {
        try await pool.run(.snapshot) { connection in
            try connection.withoutTimeout { try body(PostgresTransaction(connection: connection)) }
        }
    }

    /// Returns a connection in a transaction that writes. Records have the servers' key.
    private func transaction(_ connection: PostgresConnection) -> PostgresTransaction {
        PostgresTransaction(connection: connection) { [self] state, record in
            guard try use(state) else { return nil }
            let check = key.checkOfRecord(record, identity)
            return check == nil || check == state["keyCheck"]
        }
    }

    func write<Result: Sendable>(
        _ purpose: StorePurpose, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(StoreError) -> Result {
        guard !isOtherVersion.load(ordering: .relaxed) else { throw .server(.otherVersion) }
        return try await traced(.transaction, "postgresql", metrics) { () throws(StoreError) in
            try await written(purpose, body)
        }
    }

    private func written<Result: Sendable>(
        _ purpose: StorePurpose, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(StoreError) -> Result {
        switch purpose {
        case .essential: return try await pool.run(.serial) { try body(self.transaction($0)) }
        case .statement: return try await pool.run(.statement) { try body(self.transaction($0)) }
        case .probe: return try await pool.run(.none) { try body(self.transaction($0)) }
        case .growth(let account, let now):
            let levels = try await measured(at: now)
            // The remaining space is for sign-ins.
            guard levels.used + StorageTable.accountBytes <= limits.totalBytes else { throw .full }
            let (result, growth) = try await pool.run(.serial) { [self] connection in
                let transaction = self.transaction(connection)
                let table = StorageTable(database: transaction)
                let before = try table.bytes(of: account)
                let result = try body(transaction)
                try table.recount(account)
                let bytes = try table.bytes(of: account) - before
                let isYoung = try table.contains(account, createdIn: limits.youngTimes(at: now))
                guard !isYoung || levels.young + bytes <= limits.totalBytes / limits.youngParts
                else { throw StoreError.full }
                return (result, Levels.Growth(all: bytes, young: isYoung ? bytes : 0))
            }
            self.levels.withLock { $0.add(growth) }
            return result
        }
    }

    /// Measures the accounts, unless the last measurement is recent, so that growing transactions do not wait for each
    /// other.
    private func measured(at now: Int64) async throws(StoreError) -> Levels {
        let (known, isRecent) = levels.withLock { levels -> (Levels, Bool) in
            guard let end = levels.end else { return (levels, false) }
            if .now < end { return (levels, true) }
            // Other transactions use the last result until this measurement ends.
            levels.end = .now + limits.measuringInterval
            return (levels, false)
        }
        guard !isRecent else { return known }
        let start = ContinuousClock.now
        let found = try await read { [limits] transaction in
            let table = StorageTable(database: transaction)
            return Levels.Growth(
                all: try table.bytes(createdIn: .min..<(.max)),
                young: try table.bytes(createdIn: limits.youngTimes(at: now)))
        }
        let end = ContinuousClock.now + max(limits.measuringInterval, start.duration(to: .now) * limits.measuringShare)
        return levels.withLock { levels in
            levels.measured(found, since: known.added)
            levels.end = end
            return levels
        }
    }

    func releaseFreePages(at now: Int64) async throws(StoreError) {
        try await clock.set(by: pool)
        guard try await checkKey() else { throw .otherKey }
        // Rows are removed in batches, so that each transaction is short.
        while try await !write(.probe, { try SharedLimitTable(database: $0).removeOld(at: now, limit: 10_000) }) {}
    }

    func hasRoom(_ transaction: any StoreTransaction) -> Bool {
        levels.withLock { $0.used } + StorageTable.accountBytes <= limits.totalBytes
    }

    func isWritable() async -> Bool {
        let found = try? await probe.run(.none) { [self] connection in
            var state: StoreRow?
            // After a failover, the clock is that of another machine.
            try clock.follow {
                state = try StoreRow.fetchOne(
                    PostgresTransaction(connection: connection), sql: PostgresSchema.probe)
                return state?["time"]
            }
            return try state.map { try use($0) }
        }
        return found == .some(true)
    }

    var lacksKey: Bool { keyIsMissing.load(ordering: .relaxed) }

    func checkKey() async throws(StoreError) -> Bool {
        try await pool.run(.none) { [self] connection in
            try PostgresTransaction(connection: connection).sharedState().map { try use($0) } ?? false
        }
    }

    /// Switches to the key that the servers use.
    /// - Parameter state: The check value of the key and the version of the tables.
    /// - Returns: `false` if this server does not have the key.
    /// - Throws: ``StoreError/server(_:)`` if the tables have a different version from this program's.
    private func use(_ state: StoreRow) throws -> Bool {
        let isOther = state["version"] as Int != PostgresSchema.version
        if isOtherVersion.exchange(isOther, ordering: .relaxed) != isOther, isOther {
            logger?.error(
                "version",
                metadata: ["outcome": "other", "reason": "another version has changed the tables; start that version"])
        }
        guard !isOther else { throw StoreError.server(.otherVersion) }
        let isKnown = key.use(state["keyCheck"], identity)
        keyIsMissing.store(!isKnown, ordering: .relaxed)
        return isKnown
    }

    func space(at now: Int64, measuring: Bool) async -> StoreSpace {
        if measuring {
            let task = Task { _ = try? await measured(at: now) }
            _ = await task.value(within: .seconds(1))
        }
        return levels.withLock { $0.isMeasured ? StoreSpace(used: $0.used, young: $0.young) : StoreSpace() }
    }

    func close() {
        probe.close()
        pool.close()
    }
}

/// A transaction on a connection to PostgreSQL.
struct PostgresTransaction: StoreTransaction {
    let connection: PostgresConnection
    /// Returns whether a record has the key that all servers use, or `nil` if this server does not have that key. `nil`
    /// where no record is written.
    var keyRule: ((_ state: StoreRow, _ record: StoredBytes) throws -> Bool?)?

    func hasCurrentKey(_ record: StoredBytes) throws -> Bool {
        guard let keyRule else { return true }
        guard let state = try sharedState(), let isPresent = try keyRule(state, record) else {
            throw StoreError.otherKey
        }
        return isPresent
    }

    /// Returns the check value of the servers' key and the version of the tables.
    func sharedState() throws -> StoreRow? {
        try StoreRow.fetchOne(self, sql: PostgresSchema.readState)
    }

    var changesCount: Int { connection.changesCount }

    func run(sql: String, arguments: [(any StoreConvertible)?]) throws {
        try connection.run(sql, arguments.map { $0?.storeValue ?? .null })
    }

    func enqueue(sql: String, arguments: [(any StoreConvertible)?]) throws {
        try connection.enqueue(sql, arguments.map { $0?.storeValue ?? .null })
    }

    func forEachRow(
        sql: String, arguments: [(any StoreConvertible)?], batch: Int?, _ body: (StoreRow) throws -> Bool
    ) throws {
        let values = arguments.map { $0?.storeValue ?? .null }
        if let batch {
            try connection.run(sql, values, batch: batch, body)
        } else {
            try connection.run(sql, values, body)
        }
    }
}
