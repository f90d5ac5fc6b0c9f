// SPDX-License-Identifier: MIT
import Foundation

/// The tables in PostgreSQL: those of ``AccountSchema``, and those that the servers share.
enum PostgresSchema {
    /// The version of the tables that this program creates. It migrates older tables and does not change newer ones.
    static let version = AccountSchema.versions.count
    /// The statement that reads the only row of `service`: the check value of the key, and the version. It finds the
    /// row by the index, because connections forbid a scan of the table, whose cost would make PostgreSQL compile the
    /// statement each time.
    static let readState = "SELECT keyCheck, version FROM service WHERE id >= ''"
    static let probe =
        "UPDATE service SET probes = probes + 1 WHERE id >= '' RETURNING keyCheck, version, \(PostgresClock.time) AS time"
    /// The lock under which one server makes or changes the tables, one in each schema.
    private static let lock = "SELECT pg_advisory_xact_lock(1231973231, hashtext(current_schema())) IS NULL"

    private static let shared = """
        -- One row: what belongs to all servers.
        CREATE TABLE service (
            id BLOB PRIMARY KEY NOT NULL,
            version INTEGER NOT NULL,
            -- What the servers' key makes of the identifier.
            keyCheck BLOB NOT NULL,
            probes INTEGER NOT NULL
        );

        -- Rate limits by a digest of their client. They bound load, so a crash of the database may forget them.
        CREATE UNLOGGED TABLE throttle (
            key BLOB PRIMARY KEY NOT NULL,
            emptyAt INTEGER NOT NULL
        );
        CREATE INDEX throttleByTime ON throttle (emptyAt);

        -- Challenges that were answered, until they end.
        CREATE TABLE challenge (
            id BLOB PRIMARY KEY NOT NULL,
            ends INTEGER NOT NULL
        );
        CREATE INDEX challengeByTime ON challenge (ends);
        """

    /// The program that opens the tables.
    enum Caller: Sendable {
        /// A server. It creates missing tables and migrates older ones.
        case server
        /// An operator's command. It does not change tables.
        case command
    }

    /// Opens the tables, and checks that they fit this program.
    /// - Parameters:
    ///   - version: The version that the program knows.
    ///   - key: The servers' key.
    /// - Returns: The identifier, and a Boolean value that indicates whether the tables are new.
    /// - Throws: ``AccountServiceError``.
    static func open(
        _ connection: PostgresConnection, for caller: Caller, version: Int = version, key: SharedKey
    ) throws -> (id: Data, isNew: Bool) {
        // If the tables exist, the user needs no permission to create tables.
        let transaction = PostgresTransaction(connection: connection)
        let isServer = caller == .server
        if isServer, try !isThere("service", transaction) { try takeLock(transaction) }
        guard try isThere("service", transaction) else {
            guard try !isThere("account", transaction) else { throw AccountServiceError.tablesOfOtherProgram }
            guard isServer else { throw AccountServiceError.tablesMissing }
            return (try make(transaction, version: version, check: key.check), true)
        }
        let (id, found) = try identity(transaction, key)
        guard found <= version else { throw AccountServiceError.newerTables }
        guard found < version else { return (id, false) }
        guard isServer else { throw AccountServiceError.olderTables }
        try takeLock(transaction)
        // Migrating large tables takes longer than the timeout of requests.
        try connection.withoutTimeout {
            // Another server may have migrated the tables first.
            try upgrade(transaction, from: try identity(transaction, key).version, to: version)
        }
        return (id, false)
    }

    private static func identity(
        _ transaction: PostgresTransaction, _ key: SharedKey
    ) throws -> (id: Data, version: Int) {
        guard
            let row = try StoreRow.fetchOne(transaction, sql: "SELECT id, version, keyCheck FROM service"),
            row.values.count == 3
        else { throw AccountServiceError.tablesOfOtherProgram }
        let id: Data = row["id"]
        guard key.use(row["keyCheck"], id) else { throw AccountServiceError.keyOfOtherServers }
        return (id, row["version"])
    }

    private static func upgrade(_ transaction: PostgresTransaction, from old: Int, to new: Int) throws {
        guard old < new else { return }
        for version in AccountSchema.versions[old..<new] {
            for sql in version.statements { try transaction.connection.command(PostgresSQL.translated(sql)) }
        }
        try transaction.run(sql: "UPDATE service SET version = ?", arguments: [new])
    }

    private static func takeLock(_ transaction: PostgresTransaction) throws {
        try transaction.forEachRow(sql: lock) { _ in false }
    }

    /// Creates all tables.
    static func make(
        _ transaction: PostgresTransaction, version: Int = version, check: (Data) -> Data
    ) throws -> Data {
        for sql in AccountSchema.versions.prefix(version).flatMap(\.statements) + [shared] {
            try transaction.connection.command(PostgresSQL.translated(sql))
        }
        let id = AccountID.random().bytes
        try transaction.run(
            sql: "INSERT INTO service (id, version, keyCheck, probes) VALUES (?, ?, ?, 0)",
            arguments: [id, version, check(id)])
        return id
    }

    /// Returns a Boolean value that indicates whether the schema for new tables is empty.
    static func isEmpty(_ transaction: PostgresTransaction) throws -> Bool {
        try takeLock(transaction)
        return try Int64.fetchOne(
            transaction,
            sql: "SELECT 1 FROM pg_catalog.pg_class WHERE relnamespace = current_schema()::regnamespace") == nil
    }

    private static func isThere(_ table: String, _ transaction: PostgresTransaction) throws -> Bool {
        try Int64.fetchOne(
            transaction,
            sql: """
                SELECT 1 FROM pg_catalog.pg_class WHERE relname = ?
                    AND relnamespace = current_schema()::regnamespace
                """,
            arguments: [table]) != nil
    }
}
