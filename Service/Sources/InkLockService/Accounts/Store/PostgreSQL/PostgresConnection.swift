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
    /// The longest wait for an answer. The server ends a statement before that, unless it stands still itself.
    var patience = Duration.seconds(15)
    /// A Boolean value that indicates whether an answer did not come in time. It may still come.
    private var isAbandoned = false

    private struct Statement: Hashable {
        let sql: String
        let types: [Oid]
    }

    /// The warnings that the server gives beside its answers.
    private final class Notices {
        var hasWarning = false
    }

    /// The settings of a connection that the URI may replace. The times are seconds, but for the last one.
    private static let defaults: [(String, String)] = [
        ("application_name", "inklock"), ("connect_timeout", "5"), ("target_session_attrs", "read-write"),
        ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "10000"),
    ]

    /// The settings of a session. A transaction of a node that is gone ends, and none is durable on this server alone
    /// if others have to have it too. ``commit()`` needs the server's warnings.
    private static let session = """
        SET statement_timeout = '10s';
        SET lock_timeout = '5s';
        SET idle_in_transaction_session_timeout = '10s';
        SET enable_seqscan = off;
        SET TimeZone = 'UTC';
        SET client_min_messages = 'warning';
        SELECT set_config('synchronous_commit', 'on', false)
            WHERE current_setting('synchronous_commit') IN ('off', 'local');
        """

    /// Connects. Blocks until the server answers.
    /// - Throws: ``PostgresError``; `reason` tells what libpq says, which is no secret.
    init(_ place: PostgresPlace, reason: inout String) throws(PostgresError) {
        let settings = Self.defaults + [("dbname", place.uri), ("client_encoding", "UTF8")]
        let keywords = settings.map { strdup($0.0) }
        let values = settings.map { strdup($0.1) }
        defer { for text in keywords + values { free(text) } }
        let (keys, texts) = (keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil])
        guard let made = PQconnectdbParams(keys, texts, 1) else {
            throw PostgresError(state: .connectionFailure)
        }
        connection = made
        guard PQstatus(made) == CONNECTION_OK else {
            reason = String(cString: PQerrorMessage(made)).split(separator: "\n").first.map(String.init) ?? ""
            PQfinish(made)
            throw PostgresError(state: .connectionFailure)
        }
        // Without a receiver, notices go to standard error.
        PQsetNoticeReceiver(
            made,
            { context, result in
                guard let context, let severity = PQresultErrorField(result, Field.severity) else { return }
                guard String(cString: severity) == "WARNING" else { return }
                Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().hasWarning = true
            }, Unmanaged.passUnretained(notices).toOpaque())
        // Otherwise a server that stands still could keep a thread that has much to send.
        PQsetnonblocking(made, 1)
        do throws(PostgresError) { try command(Self.session) } catch {
            PQfinish(made)
            throw error
        }
    }

    /// Closes the connection.
    func close() { PQfinish(connection) }

    /// A Boolean value that indicates whether the connection is of no use any more.
    var isBroken: Bool { isAbandoned || PQstatus(connection) != CONNECTION_OK }

    /// Runs commands without parameters, whose results are of no interest.
    func command(_ sql: String) throws(PostgresError) {
        let result = answer(PQsendQuery(connection, sql))
        defer { PQclear(result) }
        try check(result)
    }

    /// Ends a transaction. It is durable, and on those servers that have to have it, when this returns.
    func commit() throws(PostgresError) {
        notices.hasWarning = false
        let result = answer(PQsendQuery(connection, "COMMIT"))
        defer { PQclear(result) }
        do throws(PostgresError) { try check(result) } catch {
            throw PostgresError(state: error.state, isInDoubt: isBroken)
        }
        // A transaction that failed before is rolled back here.
        guard String(cString: PQcmdStatus(result)) == "COMMIT" else { throw PostgresError(state: SQLState("25P02")) }
        // The wait for other servers was broken off: they may never have it.
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
            let values = try columns.map { column in try Self.value(result, row, column, types[Int(column)]) }
            guard try body(StoreRow(values: values, names: names)) else { return }
        }
    }

    private func execute(
        _ sql: String, _ arguments: [StoreValue], isPrepared: Bool = true
    ) throws(PostgresError) -> OpaquePointer? {
        let types = arguments.map(Self.type)
        let statement = Statement(sql: sql, types: types)
        let name = isPrepared ? try prepare(statement) : nil
        // All values one after the other. An empty one still has an address.
        var (bytes, places): ([UInt8], [Int?]) = ([0], [])
        for argument in arguments {
            places.append(argument == .null ? nil : bytes.count)
            Self.append(argument, to: &bytes)
        }
        let lengths = arguments.map { Int32(Self.length($0)) }
        let formats = [Int32](repeating: 1, count: arguments.count)
        bytes.append(0)
        // libpq copies what it sends.
        let isSent = bytes.withUnsafeBytes { raw in
            let values = places.map { place in
                place.flatMap { raw.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            }
            return if let name {
                PQsendQueryPrepared(connection, name, Int32(arguments.count), values, lengths, formats, 1)
            } else {
                PQsendQueryParams(
                    connection, PostgresSQL.numbered(sql), Int32(arguments.count), types, values, lengths, formats, 1)
            }
        }
        let result = answer(isSent)
        do throws(PostgresError) { try check(result) } catch {
            PQclear(result)
            throw error
        }
        return result
    }

    private func prepare(_ statement: Statement) throws(PostgresError) -> String {
        if let name = prepared[statement] { return name }
        let name = "s\(prepared.count)"
        let result = answer(
            PQsendPrepare(
                connection, name, PostgresSQL.numbered(statement.sql), Int32(statement.types.count), statement.types))
        defer { PQclear(result) }
        try check(result)
        prepared[statement] = name
        return name
    }

    /// Waits for the answer to what was sent.
    /// - Parameter isSent: 1, or 0 if libpq could not send it.
    /// - Returns: the last result, or `nil` if there is none in time. The caller clears it.
    private func answer(_ isSent: Int32) -> OpaquePointer? {
        let deadline = ContinuousClock.now + patience
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

    /// Waits until the system has taken all that is to be sent. The server may write meanwhile, and has to be heard.
    /// - Returns: `false` if that is not before `deadline`, or the connection is lost.
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
    /// - Returns: `false` if that is not before `deadline`.
    private func isReady(until deadline: ContinuousClock.Instant) -> Bool {
        while PQisBusy(connection) == 1 {
            guard wait(for: POLLIN, until: deadline) else { return false }
            // The result says that the connection is lost.
            guard PQconsumeInput(connection) == 1 else { return true }
        }
        return true
    }

    /// Waits for an event of the socket. If `deadline` has passed, the connection is given up.
    /// - Returns: `false` if it is given up.
    private func wait(for events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else {
            isAbandoned = true
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
            // Without a state, it is libpq that lost the connection.
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

/// Values in PostgreSQL's binary formats.
extension PostgresConnection {
    /// The numbers of types that PostgreSQL never changes.
    private enum Kind {
        static let bool: Oid = 16
        static let bytea: Oid = 17
        static let name: Oid = 19
        static let int8: Oid = 20
        static let int4: Oid = 23
        static let text: Oid = 25
    }

    fileprivate static func type(_ value: StoreValue) -> Oid {
        switch value {
        // The server finds the type from where the parameter is used.
        case .null: 0
        case .integer: Kind.int8
        case .text: Kind.text
        case .bytes: Kind.bytea
        }
    }

    fileprivate static func length(_ value: StoreValue) -> Int {
        switch value {
        case .null: 0
        case .integer: 8
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }

    fileprivate static func append(_ value: StoreValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: break
        case .integer(let number): withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
        case .text(let text): bytes += text.utf8
        case .bytes(let data): bytes += data
        }
    }

    fileprivate static func value(
        _ result: OpaquePointer?, _ row: Int32, _ column: Int32, _ type: Oid
    ) throws(PostgresError) -> StoreValue {
        guard PQgetisnull(result, row, column) == 0 else { return .null }
        let bytes = UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        switch type {
        case Kind.int8, Kind.int4:
            let number = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            return .integer(type == Kind.int4 ? Int64(Int32(truncatingIfNeeded: number)) : Int64(bitPattern: number))
        case Kind.bool: return .integer(bytes.first == 1 ? 1 : 0)
        case Kind.text, Kind.name: return .text(String(decoding: bytes, as: UTF8.self))
        case Kind.bytea: return .bytes(Data(bytes))
        // The tables have no others.
        default: throw PostgresError(state: SQLState("42804"))
        }
    }
}

/// Differences of PostgreSQL's SQL from what ``StoreTransaction`` takes.
enum PostgresSQL {
    /// Returns a statement with `$1`, `$2` and so on for its question marks. No statement has one in a text.
    static func numbered(_ sql: String) -> String {
        var (text, number) = ("", 0)
        for character in sql {
            if character == "?" {
                number += 1
                text += "$\(number)"
            } else {
                text.append(character)
            }
        }
        return text
    }

    /// Returns a definition of SQLite's tables with PostgreSQL's types.
    static func translated(_ definition: String) -> String {
        definition.replacing(" WITHOUT ROWID", with: "").replacing(" BLOB", with: " BYTEA")
            .replacing(" INTEGER", with: " BIGINT")
    }
}
