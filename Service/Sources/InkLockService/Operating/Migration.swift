// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import GRDB
import LockVault

/// The migration of all accounts in a folder to an empty PostgreSQL database, in one transaction.
///
/// Every row is read back and compared before the commit. The folder is marked first, so that no server uses it again
/// with outdated counts of attempts. If the transaction fails, the mark is removed.
struct Migration {
    private let source: OperatorDatabase
    /// The locks that exclude servers and backups from the folder. A backup could contain the mark.
    private let locks: [FolderLock]
    private let secrets: ServiceSecrets

    /// - Parameters:
    ///   - path: The folder of the accounts, which no server uses.
    ///   - key: The path of the device key if it is not in the folder.
    /// - Throws: ``CommandError`` if the folder cannot be served.
    init(folder path: String, key: String?) async throws(CommandError) {
        source = try await OperatorDatabase(folder: path, key: key)
        try await source.checkVersion()
        locks = try source.locks()
        secrets = ServiceSecrets(try await source.keyRing())
    }

    /// Copies all rows.
    /// - Returns: The number of rows in each table. Decoys do not count as accounts.
    /// - Throws: ``CommandError``. Unless the error says that the outcome is unknown, the database is still empty.
    func run(to place: PostgresAddress) async throws(CommandError) -> [String: Int] {
        do throws(AccountServiceError) { try await PostgresStore.check(place) } catch {
            throw CommandError(error)
        }
        // GRDB calls this on its own thread, which may block.
        let outcome = try await source.writeWithoutTransaction { [secrets, path = source.folder.database] database in
            Result<[String: Int], MigrationError> { () throws(MigrationError) in
                try Self.move(database, at: path, to: place, secrets)
            }
        }
        withExtendedLifetime(locks) {}
        do throws(MigrationError) { return try outcome.get() } catch .folder(let cause) {
            throw CommandError(cause)
        } catch {
            throw CommandError(.unavailable, "\(error)")
        }
    }

    private static func move(
        _ source: Database, at path: String, to place: PostgresAddress, _ secrets: ServiceSecrets
    ) throws(MigrationError) -> [String: Int] {
        do {
            var reason = ""
            let connection = try PostgresConnection(place, reason: &reason)
            defer { connection.close() }
            // After any error, closing the connection rolls the transaction back.
            try connection.begin(.serial)
            let target = PostgresTransaction(connection: connection)
            guard try PostgresSchema.isEmpty(target) else { throw MigrationError.notEmpty }
            _ = try PostgresSchema.make(target) { secrets.check($0) }
            var counts: [String: Int] = [:]
            // From the mark to the commit, a lost terminal must not end the command.
            var signals: TerminalSignals?
            defer { signals?.restore() }
            try source.inTransaction(.immediate) {
                for table in AccountSchema.names { counts[table] = try copy(table, from: source, to: target) }
                let accounts = "SELECT count(*) FROM account WHERE isDecoy = 0"
                counts["account"] = try Int.fetchOne(target, sql: accounts)
                signals = TerminalSignals.ignored()
                try AccountSchema.markMoved(source)
                return .commit
            }
            do throws(PostgresError) { try connection.commit() } catch {
                guard !error.isInDoubt else { throw error }
                do {
                    try source.inTransaction {
                        try AccountSchema.unmarkMoved(source)
                        return .commit
                    }
                } catch {
                    throw MigrationError.marked
                }
                throw error
            }
            return counts
        } catch let error as MigrationError {
            throw error
        } catch let error as PostgresError {
            throw error.isInDoubt ? .inDoubt : .server(error.state)
        } catch {
            let cause = AccountServiceError(error, path)
            throw cause == .unusable(path) ? .source : .folder(cause)
        }
    }

    /// Copies the rows of a table.
    /// - Returns: The number of rows.
    private static func copy(_ table: String, from source: Database, to target: PostgresTransaction) throws -> Int {
        var (sql, count, names, sum) = ("", 0, "", RowSum())
        try source.forEachRow(sql: "SELECT * FROM \(table)", arguments: [], batch: 1) { row in
            if sql.isEmpty {
                let places = row.names.map { _ in "?" }.joined(separator: ", ")
                names = row.names.joined(separator: ", ")
                sql = "INSERT INTO \(table) (\(names)) VALUES (\(places))"
            }
            try target.connection.run(sql, row.values)
            sum.add(row.values)
            count += 1
            return true
        }
        var (found, copied) = (0, RowSum())
        try target.forEachRow(
            sql: "SELECT \(names.isEmpty ? "*" : names) FROM \(table)", arguments: [], batch: batch
        ) { row in
            copied.add(row.values)
            found += 1
            return true
        }
        guard found == count, copied == sum else { throw MigrationError.different }
        return count
    }

    /// The number of rows that are in memory at a time.
    private static let batch = 100
}

/// The handlers of the signals with which a user or a lost terminal ends a command.
private struct TerminalSignals {
    private let handlers: [(number: Int32, handler: sighandler_t?)]

    /// Ignores the signals until ``restore()``.
    static func ignored() -> TerminalSignals {
        TerminalSignals(handlers: [SIGHUP, SIGINT, SIGTERM].map { ($0, signal($0, SIG_IGN)) })
    }

    func restore() { for (number, handler) in handlers { signal(number, handler) } }
}

/// A digest of rows that does not depend on their order: the sum of their SHA-256 digests.
private struct RowSum: Hashable {
    private var words: [UInt64] = [0, 0, 0, 0]

    mutating func add(_ values: [StoreValue]) {
        var hash = SHA256()
        for value in values {
            switch value {
            case .null: hash.update(data: [0])
            case .integer(let number):
                hash.update(data: [1])
                withUnsafeBytes(of: number.bigEndian) { hash.update(bufferPointer: $0) }
            case .text(let text): Self.add(2, Data(text.utf8), to: &hash)
            case .bytes(let bytes): Self.add(3, bytes, to: &hash)
            }
        }
        for (index, byte) in hash.finalize().enumerated() {
            words[index / 8] &+= UInt64(byte) << (8 * UInt64(7 - index % 8))
        }
    }

    private static func add(_ kind: UInt8, _ bytes: Data, to hash: inout SHA256) {
        hash.update(data: [kind])
        withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { hash.update(bufferPointer: $0) }
        hash.update(data: bytes)
    }
}

/// The reason why accounts are not moved.
enum MigrationError: Error, CustomStringConvertible {
    case notEmpty
    case server(SQLState)
    case inDoubt
    case source
    /// SQLite or the system refuses the work in the folder. Nothing was moved.
    case folder(AccountServiceError)
    case different
    case marked

    var description: String {
        switch self {
        case .notEmpty: "the database has tables already; make an empty one"
        case .server(let state): "the database reported SQLSTATE \(state); nothing was moved"
        case .inDoubt:
            "the connection was lost at the end; if the database has tables now, all accounts were moved, and otherwise "
                + "put the folder back from a backup"
        case .different: "the database has not stored what the folder has; nothing was moved"
        case .marked: "nothing was moved, but the folder is marked as moved; put it back from a backup"
        case .folder(let cause): "\(cause)"
        case .source: "the accounts in the folder cannot all be read; nothing was moved"
        }
    }
}
