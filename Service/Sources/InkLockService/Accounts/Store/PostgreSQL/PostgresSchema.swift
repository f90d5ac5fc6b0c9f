// SPDX-License-Identifier: MIT
import Foundation

/// The tables in PostgreSQL: those of ``AccountSchema``, and what several servers share beside them.
enum PostgresSchema {
    /// The version of the tables. A server leaves those of another version alone.
    private static let version: Int64 = 1
    /// The lock under which one server makes the tables, one in each schema.
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

    /// Makes the tables if there are none, or checks that this server belongs to them.
    /// - Parameter check: what only the servers with the same key compute from the identifier.
    /// - Returns: the identifier.
    /// - Throws: ``AccountServiceError``.
    static func open(_ connection: PostgresConnection, check: (Data) -> Data) throws -> Data {
        // Where the tables are there, no right to make any is needed.
        let transaction = PostgresTransaction(connection: connection)
        if try !isThere("service", transaction) { try transaction.forEachRow(sql: lock) { _ in false } }
        guard try isThere("service", transaction) else {
            guard try !isThere("account", transaction) else { throw AccountServiceError.foreignTables }
            return try make(transaction, check: check)
        }
        guard
            let row = try StoreRow.fetchOne(transaction, sql: "SELECT id, version, keyCheck FROM service"),
            row.values.count == 3
        else { throw AccountServiceError.foreignTables }
        guard row["version"] as Int64 == version else { throw AccountServiceError.newerTables }
        let id: Data = row["id"]
        guard row["keyCheck"] as Data == check(id) else { throw AccountServiceError.otherKey }
        return id
    }

    /// Makes all tables.
    static func make(_ transaction: PostgresTransaction, check: (Data) -> Data) throws -> Data {
        for table in AccountSchema.tables + [shared] {
            try transaction.connection.command(PostgresSQL.translated(table))
        }
        let id = AccountID.random().bytes
        try transaction.run(
            sql: "INSERT INTO service (id, version, keyCheck, probes) VALUES (?, ?, ?, 0)",
            arguments: [id, version, check(id)])
        return id
    }

    /// Returns a Boolean value that indicates whether nothing is in the schema in which tables are made.
    static func isEmpty(_ transaction: PostgresTransaction) throws -> Bool {
        try transaction.forEachRow(sql: lock) { _ in false }
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
