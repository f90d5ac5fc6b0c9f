// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault

/// The move of all accounts of a folder to an empty database: one transaction of PostgreSQL, or nothing.
struct Migration {
    private let source: OperatorDatabase
    /// Keeps servers out of the folder.
    private let lock: FolderLock
    private let secrets: ServiceSecrets

    /// - Parameters:
    ///   - path: the folder of the accounts, which no server has.
    ///   - key: the path of the device key if it is not in the folder.
    /// - Throws: ``CommandError`` if the folder cannot be served.
    init(folder path: String, key: String?) async throws(CommandError) {
        source = try await OperatorDatabase(folder: path, key: key)
        try await source.checkVersion()
        do throws(AccountServiceError) { lock = try FolderLock(folder: path) } catch {
            throw CommandError(.unavailable, error.description)
        }
        secrets = ServiceSecrets(try await source.deviceKey())
    }

    /// Moves all rows.
    /// - Returns: the number of rows in each table. Decoys are no accounts.
    /// - Throws: ``CommandError``. Unless it says that the outcome is unknown, the database is empty as before.
    func run(to place: PostgresPlace) async throws(CommandError) -> [String: Int] {
        do throws(AccountServiceError) { try await PostgresStore.check(place) } catch {
            throw CommandError(.unavailable, error.description)
        }
        // GRDB calls this on a thread of its own, which may wait for the server.
        let outcome = try await source.read { [secrets] database in
            Result<[String: Int], MigrationError> { () throws(MigrationError) in
                try Self.move(database, to: place, secrets)
            }
        }
        withExtendedLifetime(lock) {}
        do { return try outcome.get() } catch { throw CommandError(.unavailable, error.description) }
    }

    private static func move(
        _ source: Database, to place: PostgresPlace, _ secrets: ServiceSecrets
    ) throws(MigrationError) -> [String: Int] {
        do {
            var reason = ""
            let connection = try PostgresConnection(place, reason: &reason)
            defer { connection.close() }
            // Whatever fails, the connection ends, and with it the transaction.
            try connection.command(PostgresPool.Isolation.serial.rawValue)
            let target = PostgresTransaction(connection: connection)
            guard try PostgresSchema.isEmpty(target) else { throw MigrationError.notEmpty }
            _ = try PostgresSchema.make(target) { secrets.check($0) }
            var counts: [String: Int] = [:]
            for table in AccountSchema.names { counts[table] = try copy(table, from: source, to: target) }
            let accounts = "SELECT count(*) FROM account WHERE isDecoy = 0"
            counts["account"] = try Int.fetchOne(target, sql: accounts)
            try connection.commit()
            return counts
        } catch let error as MigrationError {
            throw error
        } catch let error as PostgresError {
            throw error.isInDoubt ? .inDoubt : .server(error.state)
        } catch {
            throw .source
        }
    }

    /// - Returns: the number of rows.
    private static func copy(_ table: String, from source: Database, to target: PostgresTransaction) throws -> Int {
        var (sql, count) = ("", 0)
        try source.forEachRow(sql: "SELECT * FROM \(table)", arguments: [], batch: 1) { row in
            if sql.isEmpty {
                let places = row.names.map { _ in "?" }.joined(separator: ", ")
                sql = "INSERT INTO \(table) (\(row.names.joined(separator: ", "))) VALUES (\(places))"
            }
            try target.connection.run(sql, row.values)
            count += 1
            return true
        }
        guard try Int.fetchOne(target, sql: "SELECT count(*) FROM \(table)") == count else {
            throw MigrationError.source
        }
        return count
    }
}

/// The reason why accounts are not moved.
enum MigrationError: Error, CustomStringConvertible {
    case notEmpty
    case server(SQLState)
    case inDoubt
    case source

    var description: String {
        switch self {
        case .notEmpty: "the database has tables already; make an empty one"
        case .server(let state): "the database refuses, with SQLSTATE \(state); nothing was moved"
        case .inDoubt: "the connection was lost at the end; if the database has tables now, all accounts were moved"
        case .source: "the accounts in the folder cannot all be read; nothing was moved"
        }
    }
}
