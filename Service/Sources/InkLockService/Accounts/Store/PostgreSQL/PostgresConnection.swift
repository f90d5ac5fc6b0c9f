// SPDX-License-Identifier: MIT
import CPostgres
import Foundation

/// One connection to PostgreSQL. It blocks its thread while the server works, and belongs to one thread at a time.
final class PostgresConnection {
    private let connection: OpaquePointer
    /// The names of the prepared statements, by their text and the types of their parameters.
    private var prepared: [Statement: String] = [:]
    private let notices = Notices()
    fileprivate(set) var changesCount = 0
    /// The maximum time to wait for a response. The server's own timeouts are shorter, so it expires only if the server
    /// hangs, or waits for a synchronous standby, for which it has no timeout.
    var timeout = Duration.seconds(15)
    /// A Boolean value that indicates whether a response is missing. It may still arrive, so the connection is
    /// unusable.
    private var isAbandoned = false
    /// A Boolean value that indicates whether a response did not come within ``timeout``.
    private(set) var hasTimedOut = false
    /// The statements to send together with the next one. A `BEGIN` comes first.
    private var waiting: [PostgresQuery] = []
    /// A Boolean value that indicates whether the server has begun a transaction.
    private var isOpen = false
    /// A Boolean value that indicates whether the response to the end of a transaction is still unread.
    private var isEnding = false

    private struct Statement: Hashable {
        let sql: String
        let types: [Oid]
    }

    /// The warnings that the server sends with its answers.
    private final class Notices {
        var hasWarning = false
    }

    private static let commitCommand = "COMMIT"

    /// The maximum time to wait for a statement that changes or reads whole tables.
    private static let longTimeout = Duration.seconds(86_400)

    /// Connects. Blocks until the server answers.
    /// - Parameters:
    ///   - reason: The variable that receives libpq's message on failure. The message contains no secret.
    ///   - wishes: Commands whose errors are ignored: not every server with this protocol has these settings.
    /// - Throws: ``PostgresError``.
    init(
        _ place: PostgresAddress, reason: inout String, wishes: [String] = PostgresConnection.planning
    ) throws(PostgresError) {
        let settings = Self.defaults + [("dbname", place.uri), ("client_encoding", "UTF8")]
        let keywords = settings.map { strdup($0.0) }
        let values = settings.map { strdup($0.1) }
        defer { for text in keywords + values { free(text) } }
        let (keys, texts) = (keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil])
        guard let made = PQconnectStartParams(keys, texts, 1) else {
            throw PostgresError(state: .connectionFailure)
        }
        connection = made
        // Without a receiver, notices go to standard error.
        PQsetNoticeReceiver(
            made,
            { context, result in
                guard let context, let severity = PQresultErrorField(result, Field.severity) else { return }
                guard String(cString: severity) == "WARNING" else { return }
                Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().hasWarning = true
            }, Unmanaged.passUnretained(notices).toOpaque())
        // PostgreSQL also warns while it connects. Of libpq's ways to connect, only this one takes a receiver before,
        // and keeps to `connect_timeout` for each of several servers.
        if PQstatus(made) != CONNECTION_BAD { PQreset(made) }
        guard PQstatus(made) == CONNECTION_OK else {
            reason = Self.message(of: made)
            PQfinish(made)
            throw PostgresError(state: .connectionFailure)
        }
        // In blocking mode, a server that hangs would block a thread that sends much data.
        PQsetnonblocking(made, 1)
        do throws(PostgresError) { try command(Self.session) } catch {
            reason = Self.message(of: made)
            PQfinish(made)
            throw error
        }
        // Each is a transaction by itself, which ends with its error.
        for wish in wishes { try? command(wish) }
    }

    /// Returns the first line of libpq's last message about a connection.
    private static func message(of connection: OpaquePointer) -> String {
        String(cString: PQerrorMessage(connection)).split(separator: "\n").first.map(String.init) ?? ""
    }

    /// Closes the connection. If a response is missing, the server cancels the work for it.
    func close() {
        if isAbandoned { PostgresCancellation.send(for: connection) }
        PQfinish(connection)
    }

    /// A Boolean value that indicates whether the server has closed the connection, or has sent an unsolicited message,
    /// as it does before closing. Use it only outside transactions.
    var isClosed: Bool {
        guard (try? finishEnding()) != nil else { return true }
        var socket = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
        return isBroken || poll(&socket, 1, 0) != 0
    }

    /// A Boolean value that indicates whether the connection can no longer be used.
    var isBroken: Bool { isAbandoned || PQstatus(connection) != CONNECTION_OK }

    /// Runs commands without parameters and discards their results.
    func command(_ sql: String) throws(PostgresError) {
        try finishEnding()
        try flush()
        let result = answer(PQsendQuery(connection, sql))
        defer { PQclear(result) }
        try check(result)
    }

    /// Begins a transaction. `BEGIN` is sent together with the first statement, which saves a round trip.
    func begin(_ isolation: PostgresPool.Isolation) throws(PostgresError) {
        waiting = []
        notices.hasWarning = false
        guard let command = isolation.command else { return }
        var first = try prepared(command, [])
        first.begins = true
        waiting = [first]
    }

    /// Runs the rest of a transaction without the timeout of requests.
    func withoutTimeout<Result>(_ body: () throws -> Result) throws -> Result {
        try command("SET LOCAL statement_timeout = 0")
        let former = timeout
        timeout = Self.longTimeout
        defer { timeout = former }
        return try body()
    }

    /// Queues a statement of a transaction, to be sent together with the next one. That call throws its errors.
    func enqueue(_ sql: String, _ arguments: [StoreValue]) throws(PostgresError) {
        waiting.append(try prepared(sql, arguments))
    }

    /// Runs the queued statements.
    func flush() throws(PostgresError) {
        guard let last = waiting.popLast() else { return }
        PQclear(try run(last))
    }

    /// Ends a read-only transaction without waiting for the server.
    func endReading() throws(PostgresError) {
        waiting = []
        guard isOpen else { return }
        let end = try prepared(Self.commitCommand, [])
        isOpen = false
        guard end.send(to: connection) == 1, isFlushed(until: .now + timeout) else {
            throw PostgresError(state: .connectionFailure)
        }
        isEnding = true
    }

    /// Reads the response to the end of the last transaction.
    private func finishEnding() throws(PostgresError) {
        guard isEnding else { return }
        isEnding = false
        let result = answer(1)
        defer { PQclear(result) }
        try check(result)
    }

    /// Rolls back the transaction.
    func rollBack() throws(PostgresError) {
        waiting = []
        guard isOpen else { return }
        isOpen = false
        try command("ROLLBACK")
    }

    /// Commits the transaction. It is durable on this server and on synchronous standbys when this method returns.
    func commit() throws(PostgresError) {
        // A transaction without a statement has not begun.
        guard isOpen || waiting.count > 1 else {
            waiting = []
            return
        }
        notices.hasWarning = false
        let result: OpaquePointer?
        do throws(PostgresError) { result = try run(prepared(Self.commitCommand, [])) } catch {
            throw PostgresError(state: error.state, isInDoubt: isBroken)
        }
        defer { PQclear(result) }
        isOpen = false
        // A transaction that failed before is rolled back here.
        guard String(cString: PQcmdStatus(result)) == "COMMIT" else { throw PostgresError(state: SQLState("25P02")) }
        try checkDurability()
    }

    /// Checks that the changes since ``begin(_:)`` or the last commit are durable on synchronous standbys too.
    func checkDurability() throws(PostgresError) {
        // The wait for a standby was interrupted. The standby may never receive the transaction.
        guard !notices.hasWarning else { throw PostgresError(state: SQLState("01000"), isInDoubt: true) }
    }

    /// Runs a prepared statement and calls `body` with each row until it returns `false`.
    func run(
        _ sql: String, _ arguments: [StoreValue], _ body: (StoreRow) throws -> Bool = { _ in true }
    ) throws {
        let result = try execute(sql, arguments)
        defer { PQclear(result) }
        changesCount = Int(String(cString: PQcmdTuples(result))) ?? 0
        try rows(result, body)
    }

    /// Runs a query in a transaction and fetches few rows at a time.
    func run(
        _ sql: String, _ arguments: [StoreValue], batch: Int, _ body: (StoreRow) throws -> Bool
    ) throws {
        PQclear(try execute("DECLARE batches NO SCROLL CURSOR FOR \(sql)", arguments, isPrepared: false))
        var (isWanted, isLast) = (true, false)
        while isWanted, !isLast {
            let result = try execute("FETCH \(batch) FROM batches", [], isPrepared: false)
            defer { PQclear(result) }
            isLast = PQntuples(result) < Int32(batch)
            try rows(result) { row in
                isWanted = try body(row)
                return isWanted
            }
        }
        try command("CLOSE batches")
    }

    private func rows(_ result: OpaquePointer?, _ body: (StoreRow) throws -> Bool) throws {
        let columns = 0..<PQnfields(result)
        let names = columns.map { String(cString: PQfname(result, $0)) }
        let types = columns.map { PQftype(result, $0) }
        for row in 0..<PQntuples(result) {
            let values = try columns.map { column in
                try StoreValue(result, row: row, column: column, type: types[Int(column)])
            }
            guard try body(StoreRow(values: values, names: names)) else { return }
        }
    }

    private func execute(
        _ sql: String, _ arguments: [StoreValue], isPrepared: Bool = true
    ) throws(PostgresError) -> OpaquePointer? {
        try run(
            isPrepared
                ? prepared(sql, arguments)
                : PostgresQuery(content: .text(PostgresSQL.numbered(sql)), arguments: arguments))
    }

    /// Runs the queued statements and a query.
    /// - Returns: The result of the query, which the caller clears.
    private func run(_ query: PostgresQuery) throws(PostgresError) -> OpaquePointer? {
        try finishEnding()
        let result = waiting.isEmpty ? answer(send(query)) : answerAfterWaiting(query)
        do throws(PostgresError) { try check(result) } catch {
            PQclear(result)
            throw error
        }
        return result
    }

    /// Sends a query.
    /// - Returns: 1, or 0 if libpq could not send it.
    private func send(_ query: PostgresQuery) -> Int32 {
        if query.begins { isOpen = true }
        return query.send(to: connection)
    }

    private func prepared(_ sql: String, _ arguments: [StoreValue]) throws(PostgresError) -> PostgresQuery {
        let statement = Statement(sql: sql, types: arguments.map(\.postgresType))
        if let name = prepared[statement] { return PostgresQuery(content: .prepared(name), arguments: arguments) }
        try finishEnding()
        let name = "s\(prepared.count)"
        let result = answer(
            PQsendPrepare(
                connection, name, PostgresSQL.numbered(statement.sql), Int32(statement.types.count), statement.types))
        defer { PQclear(result) }
        try check(result)
        prepared[statement] = name
        return PostgresQuery(content: .prepared(name), arguments: arguments)
    }

    /// Sends the queued statements and a query in libpq's pipeline mode (PostgreSQL 15, section 34.5), and waits for
    /// the results.
    /// - Returns: The result of the query, or of the first statement that failed; `nil` after the timeout. The caller
    ///   clears it.
    private func answerAfterWaiting(_ query: PostgresQuery) -> OpaquePointer? {
        let deadline = ContinuousClock.now + timeout
        let queries = waiting + [query]
        waiting = []
        guard PQenterPipelineMode(connection) == 1, queries.allSatisfy({ send($0) == 1 }),
            PQpipelineSync(connection) == 1, isFlushed(until: deadline)
        else {
            isAbandoned = true
            return nil
        }
        var (last, isBetween): (OpaquePointer?, Bool) = (nil, false)
        while isReady(until: deadline) {
            guard let result = PQgetResult(connection) else {
                // A null result separates the results of two queries. After a lost connection, there are no more.
                guard !isBetween else { break }
                isBetween = true
                continue
            }
            isBetween = false
            switch PQresultStatus(result) {
            case PGRES_PIPELINE_SYNC:
                PQclear(result)
                PQexitPipelineMode(connection)
                return last
            // The server skips the queries after one that failed.
            case PGRES_PIPELINE_ABORTED: PQclear(result)
            default:
                PQclear(last)
                last = result
            }
        }
        // The connection is lost. The last result belongs to an earlier query, unless it is the error.
        isAbandoned = true
        if PQresultStatus(last) == PGRES_FATAL_ERROR { return last }
        PQclear(last)
        return nil
    }

    /// Waits for the result of the sent query.
    /// - Parameter isSent: 1, or 0 if libpq could not send it.
    /// - Returns: The last result; `nil` after the timeout. The caller clears it.
    private func answer(_ isSent: Int32) -> OpaquePointer? {
        let deadline = ContinuousClock.now + timeout
        guard isSent == 1, isFlushed(until: deadline) else { return nil }
        var last: OpaquePointer?
        while isReady(until: deadline), let result = PQgetResult(connection) {
            PQclear(last)
            last = result
        }
        guard isAbandoned else { return last }
        PQclear(last)
        return nil
    }

    /// Waits until all data is sent. Reads meanwhile, because the server may wait until its own output is read.
    /// - Returns: `false` if `deadline` passes or the connection is lost.
    private func isFlushed(until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            switch PQflush(connection) {
            case 0: return true
            case 1:
                guard wait(for: POLLIN | POLLOUT, until: deadline), PQconsumeInput(connection) == 1 else {
                    return false
                }
            default: return false
            }
        }
    }

    /// Waits until a result can be read without waiting.
    /// - Returns: `false` if `deadline` passes first.
    private func isReady(until deadline: ContinuousClock.Instant) -> Bool {
        while PQisBusy(connection) == 1 {
            guard wait(for: POLLIN, until: deadline) else { return false }
            // The result says that the connection is lost.
            guard PQconsumeInput(connection) == 1 else { return true }
        }
        return true
    }

    /// Waits for an event of the socket. If `deadline` has passed, the connection is abandoned.
    /// - Returns: `false` if it is abandoned.
    private func wait(for events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else {
            (isAbandoned, hasTimedOut) = (true, true)
            return false
        }
        let (seconds, attoseconds) = left.components
        var socket = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
        _ = poll(&socket, 1, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
        return true
    }

    private func check(_ result: OpaquePointer?) throws(PostgresError) {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
        default:
            // An error without a SQLSTATE comes from libpq: the connection was lost.
            let state = PQresultErrorField(result, Field.state).map { SQLState(String(cString: $0)) }
            throw PostgresError(state: state ?? .connectionFailure)
        }
    }

    /// The fields of an error, which are macros of libpq.
    private enum Field {
        static let severity = Int32(UInt8(ascii: "V"))
        static let state = Int32(UInt8(ascii: "C"))
    }
}
