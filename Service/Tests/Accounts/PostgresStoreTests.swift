// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import LockVault
import Passcode
import Synchronization
import Testing

@testable import InkLockService

/// Tests what PostgreSQL does for several servers. Tests/operation starts one for these tests and those of the
/// interface.
@Suite(AccountBench.onServer, .fewAtOnce) struct PostgresStoreTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    /// A number that tasks count in.
    private final class Counter: Sendable {
        let count = Atomic(0)
    }

    private func store(_ metrics: ServiceMetrics? = nil) async throws -> PostgresStore {
        try await PostgresStore(
            try bench.place(), limits: bench.parameters.storage, key: SharedKey { $0 }, metrics: metrics)
    }

    /// Returns a number of the text for monitors.
    private func number(_ name: String, _ metrics: ServiceMetrics) -> Int? {
        metrics.countedText.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
            .flatMap { Int($0.dropFirst(name.utf8.count + 1)) }
    }

    @Test("Values come back as they were stored") func valuesComeBack() async throws {
        let store = try await store()
        let read = try await store.write { database in
            try database.run(sql: "CREATE TABLE sample (a BIGINT, b TEXT, c BYTEA)")
            for (a, b, c) in [
                (Int64.min, "", Data()), (.max, "ü \u{1F58B}", Data([0, 255, 0])), (nil, nil, nil),
            ] as [(Int64?, String?, Data?)] {
                try database.run(sql: "INSERT INTO sample (a, b, c) VALUES (?, ?, ?)", arguments: [a, b, c])
                guard database.changesCount == 1 else { throw StoreError.missing }
            }
            return try StoreRow.fetchAll(database, sql: "SELECT a, b, c FROM sample ORDER BY a").map(\.values)
        }
        #expect(
            read == [
                [.integer(.min), .text(""), .bytes(Data())],
                [.integer(.max), .text("ü \u{1F58B}"), .bytes(Data([0, 255, 0]))], [.null, .null, .null],
            ])
        store.close()
    }

    @Test("Statements are planned once, and a server without such settings is served too")
    func unknownSettingsAreIgnored() async throws {
        func setting(_ name: String, _ connection: PostgresConnection) throws -> String? {
            try String.fetchOne(
                PostgresTransaction(connection: connection), sql: "SELECT current_setting(?)", arguments: [name])
        }
        var reason = ""
        let usual = try PostgresConnection(try bench.place(), reason: &reason)
        defer { usual.close() }
        #expect(try setting("plan_cache_mode", usual) == "force_generic_plan" && setting("jit", usual) == "off")

        let wishes = ["SET no_such_setting = on", "SET jit = off", "SET plan_cache_mode = no_such_mode", "nonsense"]
        let other = try PostgresConnection(try bench.place(), reason: &reason, wishes: wishes)
        defer { other.close() }
        #expect(!other.isClosed && !other.isBroken)
        #expect(try setting("jit", other) == "off" && setting("statement_timeout", other) == "10s")
        // The connection is in no transaction that has failed.
        try other.begin(.serial)
        try other.run("CREATE TABLE sample (key BIGINT PRIMARY KEY)", [])
        try other.enqueue("INSERT INTO sample VALUES (?)", [.integer(7)])
        try other.commit()
        let kept = try Int64.fetchOne(PostgresTransaction(connection: usual), sql: "SELECT key FROM sample")
        #expect(kept == 7)
    }

    @Test("Rows are fetched in batches, and no more than wanted", arguments: [1, 3, 7, 8, 20])
    func rowsComeInBatches(limit: Int64) async throws {
        let store = try await store()
        let seen = try await store.read { database in
            var (first, second): ([Int64], [Int64]) = ([], [])
            try database.forEachRow(sql: "SELECT n FROM generate_series(1, ?) AS n", arguments: [8 as Int64], batch: 4)
            {
                first.append($0["n"])
                return Int64(first.count) < limit
            }
            // The cursor of the first is closed.
            try database.forEachRow(sql: "SELECT n FROM generate_series(1, 2) AS n", arguments: [], batch: 4) {
                second.append($0["n"])
                return true
            }
            return (first, second)
        }
        #expect(seen.0 == Array(1...min(8, limit)) && seen.1 == [1, 2])
        store.close()
    }

    /// Each reads what all wrote before, though they run at the same time: none is lost.
    @Test("Transactions that lose against each other are begun again") func losersBeginAgain() async throws {
        let metrics = ServiceMetrics()
        let stores = [try await store(metrics), try await store(metrics)]
        try await stores[0].write { try $0.run(sql: "CREATE TABLE sample (key BIGINT PRIMARY KEY, count BIGINT)") }
        try await stores[0].write { try $0.run(sql: "INSERT INTO sample VALUES (1, 0)") }
        let runs = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await stores[number % 2].write { database in
                        runs.count.add(1, ordering: .relaxed)
                        let count = try Int64.fetchOne(database, sql: "SELECT count FROM sample WHERE key = 1") ?? 0
                        try database.run(sql: "UPDATE sample SET count = ? WHERE key = 1", arguments: [count + 1])
                    }
                }
            }
            try await group.waitForAll()
        }
        let count = try await stores[1].read { try Int64.fetchOne($0, sql: "SELECT count FROM sample") }
        #expect(count == 40)
        let tries = runs.count.load(ordering: .relaxed)
        #expect(tries > 40, "none has met another")
        #expect(number("inklock_database_conflicts_total", metrics) ?? 0 >= tries - 40)
        #expect(number("inklock_database_seconds_count{use=\"transaction\"}", metrics) == 42)
        #expect(number("inklock_database_wait_seconds_count", metrics) ?? 0 >= 43)
        for store in stores { store.close() }
    }

    /// Two transactions each delete a row if they see two. The second one sees the result of the first.
    @Test("Transactions do not decide by what another one changes") func decisionsAreSerial() async throws {
        let store = try await store()
        try await store.write { try $0.run(sql: "CREATE TABLE sample (key BIGINT PRIMARY KEY)") }
        for _ in 0..<10 {
            try await store.write { database in
                for key in [1, 2] as [Int64] {
                    try database.run(sql: "INSERT INTO sample VALUES (?) ON CONFLICT DO NOTHING", arguments: [key])
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for key in [1, 2] as [Int64] {
                    group.addTask {
                        try await store.write { database in
                            guard try Int64.fetchOne(database, sql: "SELECT count(*) FROM sample") == 2 else { return }
                            Thread.sleep(forTimeInterval: 0.01)
                            try database.run(sql: "DELETE FROM sample WHERE key = ?", arguments: [key])
                        }
                    }
                }
                try await group.waitForAll()
            }
            let left = try await store.read { try Int64.fetchOne($0, sql: "SELECT count(*) FROM sample") }
            #expect(left == 1)
        }
        store.close()
    }

    @Test("A transaction that fails changes nothing")
    func failuresChangeNothing() async throws {
        let store = try await store()
        try await store.write { try $0.run(sql: "CREATE TABLE sample (key BIGINT PRIMARY KEY)") }
        await #expect(throws: StoreError.missing) {
            try await store.write { database in
                try database.run(sql: "INSERT INTO sample VALUES (1)")
                throw StoreError.missing
            }
        }
        await #expect(throws: StoreError.server(SQLState("23505"))) {
            try await store.write { database in
                for _ in 0..<2 { try database.run(sql: "INSERT INTO sample VALUES (2)") }
            }
        }
        let left = try await store.read { try Int64.fetchOne($0, sql: "SELECT count(*) FROM sample") }
        #expect(left == 0)
        store.close()
        await #expect(throws: StoreError.server(.tooManyRequests)) {
            try await store.read { try Int64.fetchOne($0, sql: "SELECT 1") }
        }
    }

    /// The server ends all connections while they are used; the transactions go on with new ones.
    @Test("A connection that the server ends is replaced") func lostConnectionsAreReplaced() async throws {
        let metrics = ServiceMetrics()
        let store = try await store(metrics)
        for _ in 0..<5 {
            let tries = Counter()
            let pid = try await store.write { database in
                let own = try Int64.fetchOne(database, sql: "SELECT CAST(pg_backend_pid() AS BIGINT)") ?? 0
                // A backend that ends itself takes its transaction with it.
                if tries.count.add(1, ordering: .relaxed).oldValue == 0 {
                    try database.run(
                        sql: "SELECT pg_terminate_backend(CAST(? AS INTEGER))", arguments: [own])
                }
                return own
            }
            #expect(pid > 0 && tries.count.load(ordering: .relaxed) == 2)
        }
        #expect(number("inklock_database_lost_connections_total", metrics) == 5)
        store.close()
    }

    /// A ledger that a lost statement has changed must not be changed a second time.
    @Test("A single statement that may have taken effect is not run again")
    func statementsInDoubtAreNotRunAgain() async throws {
        let store = try await PostgresStore(
            try bench.place(), connections: 1, limits: bench.parameters.storage, key: SharedKey { $0 })
        try await store.write { database in
            try database.run(sql: "CREATE TABLE sample (key BIGINT PRIMARY KEY, version BIGINT)")
            try database.run(sql: "INSERT INTO sample VALUES (1, 0)")
        }
        for purpose in [StorePurpose.statement, .probe] {
            let tries = Counter()
            let changed: Void? = try? await store.write(purpose) { database in
                try database.run(sql: "UPDATE sample SET version = version + 1")
                if tries.count.add(1, ordering: .relaxed).oldValue == 0 {
                    try database.run(sql: "SELECT pg_terminate_backend(pg_backend_pid())")
                }
            }
            let version = try await store.read(.query) { try Int64.fetchOne($0, sql: "SELECT version FROM sample") }
            let isRepeated = purpose == .probe
            #expect((changed != nil) == isRepeated && tries.count.load(ordering: .relaxed) == (isRepeated ? 2 : 1))
            #expect(version == (isRepeated ? 3 : 1))
        }
        // A mark that is set again would look as if another request had set it.
        let marks = Counter()
        let marked = try? await store.write(ChallengeStore.spending) { database in
            let isFirst = try SharedLimitTable(database: database).spend(Data("mark".utf8), until: 1 << 50)
            if marks.count.add(1, ordering: .relaxed).oldValue == 0 {
                try database.run(sql: "SELECT pg_terminate_backend(pg_backend_pid())")
            }
            return isFirst
        }
        #expect(marked == nil)
        // A connection that was lost before leaves nothing in doubt.
        for _ in 0..<3 {
            let pid = try await store.read { try Int64.fetchOne($0, sql: "SELECT CAST(pg_backend_pid() AS BIGINT)") }
            var reason = ""
            let other = try PostgresConnection(try bench.place(), reason: &reason)
            try other.run("SELECT pg_terminate_backend(CAST(? AS INTEGER), 5000)", [.integer(try #require(pid))])
            other.close()
            try await store.write(.statement) { try $0.run(sql: "UPDATE sample SET version = version + 1") }
        }
        let version = try await store.read(.query) { try Int64.fetchOne($0, sql: "SELECT version FROM sample") }
        #expect(version == 6)
        store.close()
    }

    /// Nothing of such a transaction is sent before its end.
    @Test("A transaction of waiting statements runs on a new connection if its own was lost while idle")
    func idleConnectionsAreReplaced() async throws {
        let store = try await PostgresStore(
            try bench.place(), connections: 1, limits: bench.parameters.storage, key: SharedKey { $0 })
        try await store.write { database in
            try database.run(sql: "CREATE TABLE sample (key BIGINT PRIMARY KEY, version BIGINT)")
            try database.run(sql: "INSERT INTO sample VALUES (1, 0)")
        }
        func change() async throws {
            try await store.write { try $0.enqueue(sql: "UPDATE sample SET version = version + 1", arguments: []) }
        }
        try await change()
        for count in 2...4 as ClosedRange<Int64> {
            let pid = try await store.read { try Int64.fetchOne($0, sql: "SELECT CAST(pg_backend_pid() AS BIGINT)") }
            try await change()
            var reason = ""
            let other = try PostgresConnection(try bench.place(), reason: &reason)
            try other.run("SELECT pg_terminate_backend(CAST(? AS INTEGER), 5000)", [.integer(try #require(pid))])
            other.close()
            try await change()
            let version = try await store.read(.query) { try Int64.fetchOne($0, sql: "SELECT version FROM sample") }
            #expect(version == 2 * count - 1)
        }
        store.close()
    }

    @Test("A connection that is lost among statements that wait is in doubt at the end, and replaced before")
    func connectionsAreLostAmongWaitingStatements() async throws {
        let log = CapturedLog()
        let store = try await PostgresStore(
            try bench.place(), limits: bench.parameters.storage, key: SharedKey { $0 }, logger: log.logger)
        try await store.write { try $0.run(sql: "CREATE TABLE sample (key BIGINT PRIMARY KEY)") }
        for isAsked in [true, false] {
            let tries = Counter()
            let found = try? await store.write { database in
                try database.enqueue(sql: "INSERT INTO sample VALUES (?)", arguments: [isAsked ? 1 : 2 as Int64])
                if tries.count.add(1, ordering: .relaxed).oldValue == 0 {
                    try database.enqueue(sql: "SELECT pg_terminate_backend(pg_backend_pid())", arguments: [])
                    try database.enqueue(sql: "INSERT INTO sample VALUES (3)", arguments: [])
                }
                return isAsked ? try Int64.fetchAll(database, sql: "SELECT key FROM sample") : []
            }
            #expect(found == (isAsked ? [1] : nil) && tries.count.load(ordering: .relaxed) == (isAsked ? 2 : 1))
        }
        #expect(try await store.read(.query) { try Int64.fetchAll($0, sql: "SELECT key FROM sample") } == [1])
        // The server ended the connections. It has not failed to answer.
        #expect(!log.text.contains("does not answer"))
        store.close()
    }

    @Test("Statements that wait run in order, and take effect together or not at all")
    func waitingStatements() async throws {
        let store = try await PostgresStore(try bench.place(), limits: bench.parameters.storage, key: SharedKey { $0 })
        try await store.write { try $0.run(sql: "CREATE TABLE sample (key BIGINT PRIMARY KEY, value BIGINT)") }
        try await store.write { database in
            for value in 1...3 as ClosedRange<Int64> {
                try database.enqueue(sql: "INSERT INTO sample VALUES (?, ?)", arguments: [value, value])
            }
            try database.enqueue(sql: "UPDATE sample SET value = value * 10 WHERE key < ?", arguments: [3 as Int64])
            // A query sees what waited for it, and its own count of changes is known.
            #expect(try Int64.fetchAll(database, sql: "SELECT value FROM sample ORDER BY key") == [10, 20, 3])
            try database.enqueue(sql: "DELETE FROM sample WHERE key = ?", arguments: [1 as Int64])
            try database.run(sql: "UPDATE sample SET value = 4 WHERE key > 1")
            #expect(database.changesCount == 2)
            try database.enqueue(sql: "INSERT INTO sample VALUES (?, ?)", arguments: [9 as Int64, 9 as Int64])
        }
        let kept: [Int64] = [4, 4, 9]
        // The second insertion fails, with a query, at the end, or in a body that gives up.
        for isAsked in [true, false] {
            await #expect(throws: StoreError.self) {
                try await store.write { database in
                    try database.enqueue(sql: "INSERT INTO sample VALUES (?, ?)", arguments: [5 as Int64, 5 as Int64])
                    try database.enqueue(sql: "INSERT INTO sample VALUES (?, ?)", arguments: [2 as Int64, 2 as Int64])
                    if isAsked { _ = try Int64.fetchAll(database, sql: "SELECT value FROM sample") }
                }
            }
        }
        await #expect(throws: StoreError.conflict) {
            try await store.write { database in
                try database.enqueue(sql: "DELETE FROM sample", arguments: [])
                throw StoreError.conflict
            }
        }
        try await store.write { _ in }
        let found = try await store.read { try Int64.fetchAll($0, sql: "SELECT value FROM sample ORDER BY key") }
        #expect(found == kept)
        store.close()
    }

    @Test("A reading sees one state, and the next one a later state") func readingsSeeOneState() async throws {
        let store = try await PostgresStore(
            try bench.place(), connections: 1, limits: bench.parameters.storage, key: SharedKey { $0 })
        let other = try await PostgresStore(
            try bench.place(), connections: 1, limits: bench.parameters.storage, key: SharedKey { $0 })
        try await store.write { try $0.run(sql: "CREATE TABLE sample (key BIGINT PRIMARY KEY)") }
        let count = "SELECT count(*) FROM sample"
        for round in 0..<3 as Range<Int64> {
            let scopes: [ReadScope] = [.snapshot, .query]
            for scope in scopes {
                let found = try await store.read(scope) { database in
                    let before = try Int64.fetchOne(database, sql: count)
                    try Self.blocking {
                        try await other.write { database in
                            let key = 2 * round + (scope == .query ? 1 : 0)
                            try database.enqueue(sql: "INSERT INTO sample VALUES (?)", arguments: [key])
                        }
                    }
                    return [before, try Int64.fetchOne(database, sql: count)]
                }
                #expect(found.first == 2 * round + (scope == .query ? 1 : 0))
                #expect(found.last == (scope == .query ? 2 * round + 2 : 2 * round))
            }
            // The end of the last reading is not waited for, so a statement may find its answer still to come.
            _ = try await store.read { try Int64.fetchOne($0, sql: count) }
            try await store.write { try $0.enqueue(sql: "UPDATE sample SET key = key WHERE key < 0", arguments: []) }
            _ = try await store.read { try Int64.fetchOne($0, sql: count) }
            try await store.write { _ in }
        }
        store.close()
        other.close()
    }

    /// Waits for a task on a thread that may block.
    private static func blocking(_ body: @escaping @Sendable () async throws -> Void) throws {
        let done = DispatchSemaphore(value: 0)
        let isDone = Counter()
        Task.detached {
            if (try? await body()) != nil { isDone.count.store(1, ordering: .relaxed) }
            done.signal()
        }
        done.wait()
        guard isDone.count.load(ordering: .relaxed) == 1 else { throw StoreError.conflict }
    }

    @Test("A server that does not answer is given up") func silentServersAreGivenUp() throws {
        let place = try bench.place()
        var reason = ""
        let statement = try PostgresConnection(place, reason: &reason)
        let end = try PostgresConnection(place, reason: &reason)
        defer {
            statement.close()
            end.close()
        }
        try statement.command(
            """
            CREATE TABLE sample (key BIGINT);
            CREATE FUNCTION delay() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_sleep(30); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER late AFTER INSERT ON sample DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION delay();
            """)
        let start = ContinuousClock.now
        statement.timeout = .milliseconds(200)
        #expect(throws: PostgresError(state: .connectionFailure)) { try statement.command("SELECT pg_sleep(30)") }
        try end.begin(.statements)
        try end.command("INSERT INTO sample VALUES (1)")
        end.timeout = .milliseconds(200)
        #expect(throws: PostgresError(state: .connectionFailure, isInDoubt: true)) { try end.commit() }
        #expect(statement.isBroken && end.isBroken && start.duration(to: .now) < .seconds(20))
    }

    @Test("A server that does not read is given up") func deafServersAreGivenUp() throws {
        var reason = ""
        let connection = try PostgresConnection(try bench.place(), reason: &reason)
        defer { connection.close() }
        let transaction = PostgresTransaction(connection: connection)
        let found = try Int64.fetchOne(transaction, sql: "SELECT CAST(pg_backend_pid() AS BIGINT)")
        let pid = try #require(found.map { Int32(truncatingIfNeeded: $0) })
        // More than the system takes for a program that does not read.
        let large = Data(repeating: 7, count: 32 << 20)
        try connection.command("CREATE TABLE large (bytes BYTEA)")
        try transaction.run(sql: "INSERT INTO large (bytes) VALUES (?)", arguments: [large])
        guard kill(pid, SIGSTOP) == 0 else { return }
        let waker = Thread {
            Thread.sleep(forTimeInterval: 60)
            _ = kill(pid, SIGCONT)
        }
        waker.start()
        connection.timeout = .milliseconds(300)
        let start = ContinuousClock.now
        #expect(throws: PostgresError(state: .connectionFailure)) {
            try transaction.run(sql: "INSERT INTO large (bytes) VALUES (?)", arguments: [large])
        }
        #expect(connection.isBroken && start.duration(to: .now) < .seconds(30))
        _ = kill(pid, SIGCONT)
    }

    @Test("However many transactions wait, a server tells that its database can be written")
    func waitingTransactionsDoNotHideTheDatabase() async throws {
        let store = try await store()
        let done = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<18 {
                group.addTask {
                    try await store.read { try $0.forEachRow(sql: "SELECT CAST(pg_sleep(3) AS TEXT)") { _ in true } }
                    done.count.add(1, ordering: .relaxed)
                }
            }
            try await Task.sleep(for: .milliseconds(300))
            #expect(await store.isWritable())
            // Six have connections at a time. In their queue, the question's turn would come after 13.
            #expect(done.count.load(ordering: .relaxed) <= 12, "all connections are still in use")
            try await group.waitForAll()
        }
        store.close()
    }

    @Test("What servers read again and again is found by an index, and not compiled")
    func pollingCompilesNothing() async throws {
        let store = try await store()
        for sql in [PostgresSchema.readState, PostgresSchema.probe] {
            let plan = try await store.write { database in
                try StoreRow.fetchAll(database, sql: "EXPLAIN (ANALYZE) \(sql)").map { "\($0.values)" }
            }
            #expect(plan.contains { $0.contains("Index Scan") } && !plan.contains { $0.contains("JIT") }, "\(plan)")
        }
        store.close()
    }

    @Test("A server with another key does not start") func anotherKeyIsRefused() async throws {
        let first = try await bench.service()
        try first.accounts.database.close()
        let again = try await bench.service()
        try again.accounts.database.close()
        let key = try await bench.key()
        try FileManager.default.removeItem(atPath: key)
        await #expect(throws: AccountServiceError.sharedKeyMissing(key)) {
            try await AccountService(
                database: try bench.place(), key: key, pictures: PictureCatalogue([:]), parameters: bench.parameters)
        }
        await #expect(throws: AccountServiceError.keyOfOtherServers) { try await bench.service() }
    }

    @Test("Tables of another program are left alone") func foreignTablesStay() async throws {
        let place = try bench.place()
        var reason = ""
        let connection = try PostgresConnection(place, reason: &reason)
        try connection.command("CREATE TABLE account (id BIGINT)")
        connection.close()
        await #expect(throws: AccountServiceError.tablesOfOtherProgram) { try await bench.service() }
    }

    @Test("Servers that start at the same moment make the tables once") func firstStartsMeet() async throws {
        _ = try await bench.key()
        // The test itself makes the schema for the tables, once.
        _ = try bench.place()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask { try await self.bench.service().accounts.database.close() }
            }
            try await group.waitForAll()
        }
    }

    @Test("Servers share rate limits and used challenges") func serversShareTheirLimits() async throws {
        var bench = bench
        bench.settings.attempts = .init(burst: 4, intervalMilliseconds: 60_000)
        let apis = [try await bench.service().api, try await bench.service().api]
        for number in 0..<4 { try await apis[number % 2].attempts.admit("192.0.2.1") }
        for api in apis {
            await #expect(throws: AccountError.tooManyRequests(seconds: 60)) {
                try await api.attempts.admit("192.0.2.1")
            }
        }
        try await apis[0].attempts.admit("192.0.2.2")
        try await apis[0].names.admit("192.0.2.1")
        bench.clock.advance(seconds: 60)
        try await apis[1].attempts.admit("192.0.2.1")
        await #expect(throws: AccountError.tooManyRequests(seconds: 60)) {
            try await apis[0].attempts.admit("192.0.2.1")
        }

        let browser = CookieToken.random()
        let challenges = apis.map(\.accounts.challenges)
        let challenge = challenges[0].challenge(for: browser)
        #expect(challenges[1].isOpen(challenge, for: browser) && !challenges[1].isOpen(challenge, for: .random()))
        let end = try #require(challenges[1].end(of: challenge, for: browser))
        let isFirst = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await apis[number % 2].accounts.write(ChallengeStore.spending) {
                        try SharedLimitTable(database: $0).spend(ChallengeStore.name(challenge), until: end)
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(isFirst == 1)
        for api in apis { try api.accounts.database.close() }
    }

    @Test("Of several limits that servers share, one that refuses leaves those behind it as they were")
    func refusalsUseUpNothingBehindThem() async throws {
        var bench = bench
        bench.settings.attempts = .init(burst: 2, intervalMilliseconds: 60_000)
        bench.settings.networkAttempts = .init(burst: 5, intervalMilliseconds: 60_000)
        let apis = [try await bench.service().api, try await bench.service().api, try await bench.service().api]
        @Sendable func admit(_ server: Int, _ client: String) async throws {
            try await RateLimit.admit([(apis[server].attempts, client), (apis[server].networkAttempts, "network")])
        }
        // The second server has not seen the client yet, so the shared limit refuses it there.
        for _ in 0..<2 { try await admit(0, "first") }
        for _ in 0..<2 {
            await #expect(throws: AccountError.tooManyRequests(seconds: 60)) { try await admit(1, "first") }
        }
        // Two of five were counted.
        for client in ["second", "second", "third"] { try await admit(2, client) }
        await #expect(throws: AccountError.tooManyRequests(seconds: 60)) { try await admit(0, "third") }
        // The limit before the one that refused has counted.
        await #expect(throws: AccountError.tooManyRequests(seconds: 60)) { try await apis[1].attempts.admit("third") }
        for api in apis { try api.accounts.database.close() }
    }

    @Test("A request whose transaction is begun again counts once") func repeatedTransactionsCountOnce() async throws {
        var bench = bench
        bench.settings.attempts = .init(burst: 1, intervalMilliseconds: 60_000)
        let api = try await bench.service().api
        let accounts = api.accounts
        // A sequence keeps its number when the transaction fails.
        for sql in [
            "CREATE SEQUENCE tries",
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF nextval('tries') = 1 THEN RAISE EXCEPTION 'locked' USING ERRCODE = '55P03'; END IF;
                RETURN NEW;
            END $$
            """,
            "CREATE TRIGGER refusal BEFORE INSERT ON throttle FOR EACH ROW EXECUTE FUNCTION refuse()",
        ] {
            try await accounts.write { try $0.run(sql: sql) }
        }
        let tries = Counter()
        @Sendable func admit() async throws {
            _ = try await RateLimit.admit(accounts) { _ in
                tries.count.add(1, ordering: .relaxed)
            } _: { _ in
                [(api.attempts, "192.0.2.1")]
            }
        }
        try await admit()
        #expect(tries.count.load(ordering: .relaxed) == 2)
        await #expect(throws: AccountError.tooManyRequests(seconds: 60)) { try await admit() }
        try accounts.database.close()
    }

    /// The clock of the database jumps back meanwhile.
    @Test("Limits of one request count as one after the other", arguments: [1, 2, 3] as [UInt64])
    func severalLimitsCountAsOneAfterTheOther(seed: UInt64) async throws {
        let store = try await store()
        let differences = try await store.write(.probe) { database -> [String] in
            var random = SplitMix64(seed: seed)
            let table = SharedLimitTable(database: database)
            var now: Int64 = 1_000_000_000
            var found: [String] = []
            for step in 0..<400 {
                now += random.next() % 40 == 0 ? -500_000 : Int64(random.next() % 700)
                // Few clients, whose limits are often exhausted.
                let clients = (0..<3).map { _ in UInt8(random.next() % 3) }
                let buckets = { (kind: UInt8) in
                    clients.indices.prefix(2 + step % 2).map { index in
                        SharedLimitTable.Bucket(
                            key: Data([kind, UInt8(index), clients[index]]), interval: [1000, 400, 900][index],
                            room: [3000, 2400, 1800][index])
                    }
                }
                let together = try table.admit(buckets(0), at: now)
                var alone: Int64 = 0
                for bucket in buckets(1) {
                    alone = try table.admit(bucket, at: now)
                    guard alone == 0 else { break }
                }
                let levels = try (0...1 as ClosedRange<UInt8>).map { kind in
                    try buckets(kind).map { max(now, try table.emptyAt($0, at: now)) }
                }
                if together != alone || levels[0] != levels[1] {
                    found.append("step \(step): \(together) \(alone) \(levels)")
                }
            }
            return found
        }
        #expect(differences.isEmpty, "\(differences.prefix(3))")
        store.close()
    }

    @Test("A list that the servers' limit refuses is not read") func refusedListsAreNotRead() async throws {
        var bench = bench
        bench.settings.noteReads = .init(burst: 3, intervalMilliseconds: 60_000)
        let apis = [try await bench.service().api, try await bench.service().api]
        let reads = Counter()
        let query: @Sendable (any StoreTransaction) throws -> Int64? = { database in
            reads.count.add(1, ordering: .relaxed)
            return try Int64.fetchOne(database, sql: "SELECT count(*) FROM note")
        }
        for number in 0..<3 { #expect(try await apis[number % 2].noteReads.admit("ada", reading: query) == 0) }
        for api in apis {
            await #expect(throws: AccountError.tooManyRequests(seconds: 60)) {
                try await api.noteReads.admit("ada", reading: query)
            }
        }
        #expect(reads.count.load(ordering: .relaxed) == 3)
        #expect(try await apis[0].noteReads.admit("bob", reading: query) == 0)
        bench.clock.advance(seconds: 60)
        #expect(try await apis[1].noteReads.admit("ada", reading: query) == 0)
        for api in apis { try api.accounts.database.close() }
    }

    @Test("A sign-in that meets the disabling of its account leaves no session")
    func disablingMeetsSignIns() async throws {
        let (first, second) = (try await bench.service().accounts, try await bench.service().accounts)
        let name = try #require(AccountName("ada"))
        let passphrase = try #require(TypedPasscode(Browser.passphrase))
        let made = try await first.create(name, .passcode(passphrase, .alphanumeric, isPassphrase: true), Client())
        let account = made.session.account
        for round in 0..<50 {
            let known = Client(try await first.signIn(name, .passcode(passphrase), Client()))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await first.signIn(name, .passcode(passphrase), known) }
                group.addTask {
                    try await Task.sleep(for: .microseconds(400 * (round % 10)))
                    try await second.write { try Accounts.disable(account, at: 1, in: $0) }
                }
                try await group.waitForAll()
            }
            let left = try await second.read { database in
                try Int64.fetchOne(
                    database, sql: "SELECT count(*) FROM session WHERE account = ?", arguments: [account.bytes])
            }
            #expect(left == 0, "round \(round)")
            try await second.write { try Accounts.enable(account, in: $0) }
        }
        for accounts in [first, second] { try accounts.database.close() }
    }

    @Test("Old rate limits go in small parts, and used challenges later than they end")
    func oldLimitsGo() async throws {
        let store = try await store()
        let (now, lifetime) = (Int64(1_000_000), ChallengeStore.lifetimeMilliseconds)
        try await store.write { database in
            try database.run(
                sql: """
                    INSERT INTO throttle (key, emptyAt)
                    SELECT decode(lpad(to_hex(n), 8, '0'), 'hex'), n FROM generate_series(1, 25000) AS n
                    """)
            try database.run(
                sql: "INSERT INTO throttle (key, emptyAt) VALUES (?, ?)", arguments: [Data([1]), now])
            for end in [now - lifetime - 1, now - 1] {
                _ = try SharedLimitTable(database: database).spend(Data("\(end)".utf8), until: end)
            }
        }
        let isDone = try await store.write(.probe) { try SharedLimitTable(database: $0).removeOld(at: now, limit: 100) }
        let left = try await store.read { try Int64.fetchOne($0, sql: "SELECT count(*) FROM throttle") }
        #expect(!isDone && left == 24_901)
        try await store.releaseFreePages(at: now)
        let last = try await store.read { database in
            let table = SharedLimitTable(database: database)
            return (
                try Int64.fetchOne(database, sql: "SELECT count(*) FROM throttle"),
                try [now - lifetime - 1, now - 1].map { try table.isSpent(Data("\($0)".utf8)) }
            )
        }
        #expect(last.0 == 1 && last.1 == [false, true])
        store.close()
    }

    /// Attempts at the names to remove would make one serializable deletion fail again and again.
    @Test("The names that strangers tried are limited while attempts at them go on")
    func namesAreForgottenDuringAFlood() async throws {
        var bench = bench
        bench.parameters.strangerLimit = 1
        let accounts = try await bench.service().accounts
        let now = accounts.now
        try await accounts.write { database in
            try database.run(
                sql: """
                    INSERT INTO stranger (key, failures, failedAt)
                    SELECT decode(lpad(to_hex(n), 8, '0'), 'hex'), 1, ? - n FROM generate_series(1, 12000) AS n
                    """, arguments: [now])
        }
        // The oldest names, one after the other, so that each batch meets one.
        let next = Counter()
        let flood = (0..<3).map { _ in
            Task {
                while !Task.isCancelled {
                    let number = 12_000 - next.count.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard number > 0 else { return }
                    _ = try? await accounts.write(.probe) { database in
                        try FailureTable(database: database).count(
                            Data([0, 0, UInt8(number >> 8), UInt8(number & 255)]), at: accounts.now)
                    }
                }
            }
        }
        let failed = await accounts.tidy()
        let tried = next.count.load(ordering: .relaxed)
        for task in flood { task.cancel() }
        for task in flood { await task.value }
        #expect(failed.isEmpty && tried > 1)
        let left = try await accounts.read { try Int64.fetchOne($0, sql: "SELECT count(*) FROM stranger") }
        let limit = Int64(next.count.load(ordering: .relaxed) + 1)
        #expect((1...limit).contains(left ?? 0), "names of the flood, and the last one")
        #expect(await accounts.tidy().isEmpty)
        let last = try await accounts.read { try Int64.fetchOne($0, sql: "SELECT count(*) FROM stranger") }
        #expect(last ?? 2 <= 1, "the last one, unless another has its time")
        try accounts.database.close()
    }

    @Test("A server that is asked whether it is ready follows the database's clock")
    func readyServersFollowTheClock() async throws {
        let store = try await store()
        let before = store.clock.now().wallMilliseconds
        // As after a failover to a machine with another time.
        store.clock.offset.withLock { $0 = ($0 ?? 0) - 300_000 }
        #expect(await store.isWritable())
        #expect(abs(store.clock.now().wallMilliseconds - before) < 60_000)
        // A time that arrives late is too inaccurate.
        let known = store.clock.offset.withLock { $0 }
        store.clock.follow {
            Thread.sleep(forTimeInterval: 1.1)
            return 0
        }
        #expect(store.clock.offset.withLock { $0 } == known)
        store.close()
    }

    /// One row of the database is locked by one transaction at a time: a flood of one client would stop all others.
    @Test("What one server refuses by itself does not reach the database") func floodsStayInMemory() async throws {
        var bench = bench
        bench.settings.attempts = .init(burst: 2, intervalMilliseconds: 60_000)
        let api = try await bench.service().api
        for _ in 0..<2 { try await api.attempts.admit("192.0.2.1") }
        try api.accounts.database.close()
        await #expect(throws: AccountError.tooManyRequests(seconds: 60)) { try await api.attempts.admit("192.0.2.1") }
        await #expect(throws: AccountError.store(.server(.tooManyRequests))) {
            try await api.attempts.admit("192.0.2.2")
        }
    }

    @Test("Strangers are limited at names by all servers together") func strangersMeetOneLimit() async throws {
        var bench = bench
        bench.settings.strangers = .init()
        bench.settings.strangers.differentNames = 3
        let apis = [try await bench.service().api, try await bench.service().api]
        func name(_ number: UInt8) -> Data { Data(repeating: number, count: 32) }
        for number in 0..<5 { try await apis[number % 2].strangers.admit(name(1), from: "192.0.2.1") }
        await #expect(throws: AccountError.self) { try await apis[1].strangers.admit(name(1), from: "192.0.2.9") }
        for number in 0..<3 as Range<UInt8> {
            try await apis[0].strangers.admit(name(2 + number), from: "192.0.2.1")
            for _ in 0..<3 { try await apis[0].strangers.failed(name(2 + number), from: "192.0.2.1") }
        }
        await #expect(throws: AccountError.self) { try await apis[1].strangers.admit(name(9), from: "192.0.2.1") }
        try await apis[1].strangers.admit(name(9), from: "198.51.100.1")
        for api in apis { try api.accounts.database.close() }
    }

    @Test("Limits go on when the database's clock is set back") func limitsSurviveClocksThatAreSetBack() async throws {
        var bench = bench
        bench.settings.attempts = .init(burst: 2, intervalMilliseconds: 60_000)
        bench.settings.strangers = .init()
        bench.settings.strangers.differentNames = 3
        let apis = [try await bench.service().api, try await bench.service().api]
        func name(_ number: UInt8) -> Data { Data(repeating: number, count: 32) }
        for _ in 0..<2 {
            for number in 0..<2 { try await apis[number].attempts.admit("192.0.2.1") }
            for api in apis {
                await #expect(throws: AccountError.tooManyRequests(seconds: 60)) {
                    try await api.attempts.admit("192.0.2.1")
                }
            }
            for number in 1..<20 as Range<UInt8> {
                try await apis[Int(number) % 2].strangers.failed(name(number), from: "192.0.2.1")
            }
            // A network that failed at many names in a row waits no longer than for twice as many as it may.
            await #expect(throws: AccountError.tooManyRequests(seconds: 240)) {
                try await apis[0].strangers.admit(name(1), from: "192.0.2.1")
            }
            // The servers have slightly different times.
            bench.clock.advance(seconds: -1)
            for api in apis {
                await #expect(throws: AccountError.self) { try await api.attempts.admit("192.0.2.1") }
                await #expect(throws: AccountError.self) {
                    try await api.strangers.admit(name(1), from: "192.0.2.1")
                }
            }
            bench.clock.advance(seconds: -86_400)
        }
        for api in apis { try api.accounts.database.close() }
    }

    @Test("An operator's command may read for longer than a request") func commandsReadWithoutLimit() async throws {
        try await bench.service().accounts.database.close()
        let accounts = try await bench.operatorAccounts()
        @Sendable func limit(_ rows: any StoreTransaction) throws -> String? {
            try String.fetchOne(rows, sql: "SELECT current_setting('statement_timeout')")
        }
        #expect(try await accounts.read { try limit($0) } == "0")
        #expect(try await accounts.write { try limit($0) } == "10s", "a transaction that writes holds up others")
    }

    @Test("The database's clock is that of all servers") func allServersHaveOneClock() async throws {
        let stores = [try await store(), try await store()]
        func own() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
        let before = own()
        let readings = stores.map { $0.clock.now() }
        let after = own()
        #expect(readings[0].boot == readings[1].boot)
        for reading in readings {
            #expect((before - 2000...after + 2000).contains(reading.wallMilliseconds))
            #expect(reading.uptimeMilliseconds == reading.wallMilliseconds)
        }
        for store in stores { store.close() }
    }

    /// A session adopts a setting that it does not make itself when the server reads its files again.
    @Test("A session makes its own setting of what a commit waits for")
    func durabilityBelongsToTheSession() async throws {
        let place = try bench.place()
        for (given, expected) in [("on", "on"), ("off", "on"), ("local", "on"), ("remote_apply", "remote_apply")] {
            let address = try PostgresAddress("\(place.uri)%20-csynchronous_commit%3D\(given)")
            let store = try await PostgresStore(address, limits: bench.parameters.storage, key: SharedKey { $0 })
            let found = try await store.read { database in
                let setting = "SELECT CAST(setting || ' of ' || source AS BYTEA) FROM pg_settings"
                return try Data.fetchOne(database, sql: "\(setting) WHERE name = 'synchronous_commit'")
            }
            #expect(found.map { String(decoding: $0, as: UTF8.self) } == "\(expected) of session")
            store.close()
        }
    }

    /// The wait for a standby that is not there is broken off: PostgreSQL then says that the transaction is committed.
    @Test("A commit that no standby has is not reported as durable") func lonelyCommitsAreInDoubt() async throws {
        let place = try bench.place()
        // An operator's own settings do not hide what PostgreSQL says.
        let quiet = try PostgresAddress("\(place.uri)%20-cclient_min_messages%3Derror")
        let store = try await PostgresStore(quiet, limits: bench.parameters.storage, key: SharedKey { $0 })
        try await store.write { try $0.run(sql: "CREATE TABLE sample (key BIGINT PRIMARY KEY)") }
        var reason = ""
        let other = try PostgresConnection(place, reason: &reason)
        try other.begin(.statements)
        try other.command("INSERT INTO sample VALUES (1)")
        try other.command("SET LOCAL synchronous_commit = on; DO $$ BEGIN RAISE WARNING 'said before'; END $$")
        #expect(throws: Never.self) { try other.commit() }
        // Deferred triggers run within COMMIT, as the wait for a standby does.
        try other.command(
            """
            CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE WARNING 'canceling wait'; RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER late AFTER INSERT ON sample DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION warn();
            """)
        other.close()
        await #expect(throws: StoreError.server(SQLState("01000"))) {
            try await store.write { try $0.run(sql: "INSERT INTO sample VALUES (2)") }
        }
        store.close()
    }
}

/// Tests what needs no server.
@Suite struct PostgresAddressTests {
    @Test("A place with a password, or in another form, is refused")
    func passwordsAreRefused() {
        for text in [
            "postgres://ada:geheim@db/ink", "postgresql://db/ink?password=geheim",
            "postgres://db/ink?sslpassword=geheim",
        ] {
            #expect(throws: PostgresAddressError.password) { try PostgresAddress(text) }
        }
        for text in ["", "postgres", "mysql://db/ink", "host=db", "postgres://db/ink?colour=red"] {
            #expect(throws: PostgresAddressError.notAURI) { try PostgresAddress(text) }
        }
        for text in [
            "postgres://db/ink", "postgresql://ada@a,b:5433/ink?sslmode=verify-full", "postgres://%2Frun%2Fpg/ink",
        ] {
            #expect((try? PostgresAddress(text))?.uri == text)
        }
    }

    @Test("A state survives as a number, which is none of SQLite's") func statesAreNumbers() {
        for text in ["40001", "01000", "08006", "53100", "XX000", "P0001", "ZZZZZ"] {
            let state = SQLState(text)
            #expect(state.text == text && SQLState(code: state.code) == state)
            #expect("\(StoreError.server(state))".contains(text))
            #expect(StoreError(code: state.code) == .server(state))
        }
        for code in [0, 1, 13, 522, 6922, 8714] as [Int32] { #expect(StoreError(code: code) == .database(code: code)) }
        // The server ended the connection, or had no memory for a moment.
        for text in ["08006", "25P03", "57P01", "57P05", "53200", "40001"] {
            let state = SQLState(text)
            #expect(PostgresError(state: state).mayBeRepeated && state.isPassing)
            #expect(!PostgresError(state: state, isInDoubt: true).mayBeRepeated)
        }
        #expect(!PostgresError(state: SQLState("23505")).mayBeRepeated)
        #expect(SQLState("").text == "XX000" && SQLState("00000").text == "XX000")
        #expect(StoreError.server(SQLState("53100")).isFull && !StoreError.server(SQLState("40001")).isFull)
    }

    @Test("A transaction that is done is not kept while others wait") func doneTransactionsAreForgotten() {
        final class Load: Sendable {}
        let queue = PostgresQueue()
        func add(_ load: Load) -> Bool { queue.add { _ in withExtendedLifetime(load) {} } }
        weak var first: Load?
        do {
            let load = Load()
            first = load
            let isAdded = add(load)
            #expect(isAdded)
        }
        for _ in 0..<3 * PostgresPool.waitingLimit {
            let isAdded = add(Load())
            let isTaken = queue.next() != nil
            #expect(isAdded && isTaken && first == nil)
        }
    }

    @Test("An unreachable server is named by its reason, without the place") func unreachableServersAreSaid()
        async throws
    {
        let place = try PostgresAddress("postgres://%2Fnowhere%2Fat%2Fall/ink")
        let error = await #expect(throws: AccountServiceError.self) { try await PostgresStore.check(place) }
        #expect(error?.description.hasPrefix("the database cannot be reached: ") == true)
    }
}
