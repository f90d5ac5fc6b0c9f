// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import Testing

@testable import InkLockService

extension AccountBench {
    /// Puts the accounts into tables that the statements of the versions up to `version` alone have made, as an earlier
    /// program leaves them. No service may have the accounts.
    func makeFormer(version: Int) async throws {
        if Self.server == nil { try makeFormerFile(version) } else { try makeFormerSchema(version) }
    }

    private func makeFormerFile(_ version: Int) throws {
        let current = try database()
        _ = try current.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try current.close()
        let (path, copy) = ("\(data)/accounts.sqlite", folder.path("current.sqlite"))
        try FileManager.default.moveItem(atPath: path, toPath: copy)
        try #require(
            FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]))
        let former = try database()
        try AccountSchema.migrator(upTo: version).migrate(former)
        try former.writeWithoutTransaction { database in
            try database.execute(sql: "ATTACH DATABASE ? AS latest", arguments: [copy])
            for table in AccountSchema.names {
                let columns = try database.columns(in: table).map(\.name).joined(separator: ", ")
                try database.execute(
                    sql: "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM latest.\(table)")
            }
            try database.execute(sql: "DETACH DATABASE latest")
        }
        try former.close()
    }

    private func makeFormerSchema(_ version: Int) throws {
        let connection = try connection()
        defer { connection.close() }
        let transaction = PostgresTransaction(connection: connection)
        try connection.command("ALTER SCHEMA \(schema) RENAME TO latest_\(schema); CREATE SCHEMA \(schema)")
        _ = try PostgresSchema.make(transaction, version: version) { $0 }
        try connection.command("DELETE FROM service")
        for table in AccountSchema.names + ["service"] {
            let columns = try String.fetchAll(
                transaction,
                sql: """
                    SELECT CAST(attname AS TEXT) FROM pg_attribute
                    WHERE attrelid = CAST(CAST(? AS TEXT) AS REGCLASS) AND attnum > 0 ORDER BY attnum
                    """, arguments: [table]
            ).joined(separator: ", ")
            try connection.command(
                "INSERT INTO \(table) (\(columns)) SELECT \(columns) FROM latest_\(schema).\(table)")
        }
        try connection.command("UPDATE service SET version = \(version)")
    }

    /// Opens a connection to this bench's schema.
    func connection() throws -> PostgresConnection {
        var reason = ""
        return try PostgresConnection(try place(), reason: &reason)
    }

    /// The accounts as the operator's commands open them.
    func operatorAccounts() async throws -> OperatorAccounts {
        guard Self.server == nil else { return try await OperatorAccounts(try place(), key: try await key()) }
        return try await OperatorAccounts(try await OperatorDatabase(folder: data, key: nil))
    }
}
