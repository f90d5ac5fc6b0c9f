// SPDX-License-Identifier: MIT
import LockVault

/// A transaction of the accounts' database. Its statements are in the SQL that SQLite and PostgreSQL share, with `?`
/// for each argument.
protocol StoreTransaction {
    /// The number of rows that the last statement changed.
    var changesCount: Int { get }

    /// Checks that this server has the device key that the servers of the database use now.
    /// - Returns: A Boolean value that indicates whether a new record has that key.
    /// - Throws: ``StoreError/otherKey`` if this server does not have the key.
    func hasCurrentKey(_ record: StoredBytes) throws -> Bool

    /// Runs a statement.
    func run(sql: String, arguments: [(any StoreConvertible)?]) throws

    /// Runs a statement now, or together with the next one or the end of the transaction, which then throws its errors.
    /// Its ``changesCount`` is unknown.
    func enqueue(sql: String, arguments: [(any StoreConvertible)?]) throws

    /// Runs a query, and calls `body` with each row until it returns `false`.
    /// - Parameter batch: The number of rows in memory at a time; `nil` for a query with few rows.
    func forEachRow(
        sql: String, arguments: [(any StoreConvertible)?], batch: Int?, _ body: (StoreRow) throws -> Bool
    ) throws
}

/// A row of a result. The type of a column must match the type that it is read as.
struct StoreRow {
    /// The values by the position of their column.
    let values: [StoreValue]
    /// The names of the columns in lower case.
    let names: [String]

    subscript<Value: StoreConvertible>(_ name: String) -> Value {
        let value: Value? = self[name]
        guard let value else { preconditionFailure("the column \(name) is empty") }
        return value
    }

    subscript<Value: StoreConvertible>(_ name: String) -> Value? {
        guard let index = names.firstIndex(of: name.lowercased()) else { preconditionFailure("no column \(name)") }
        return self[index]
    }

    subscript<Value: StoreConvertible>(_ index: Int) -> Value? {
        if case .null = values[index] { return nil }
        guard let value = Value(values[index]) else { preconditionFailure("column \(index) has another type") }
        return value
    }

    /// Returns the first row of a query.
    static func fetchOne(
        _ transaction: any StoreTransaction, sql: String, arguments: [(any StoreConvertible)?] = []
    ) throws -> StoreRow? {
        var found: StoreRow?
        try transaction.forEachRow(sql: sql, arguments: arguments) { row in
            found = row
            return false
        }
        return found
    }

    /// Returns all rows of a query.
    static func fetchAll(
        _ transaction: any StoreTransaction, sql: String, arguments: [(any StoreConvertible)?] = []
    ) throws -> [StoreRow] {
        var found: [StoreRow] = []
        try transaction.forEachRow(sql: sql, arguments: arguments) { row in
            found.append(row)
            return true
        }
        return found
    }
}

extension StoreTransaction {
    // An SQLite file has one server at a time, which has its key.
    func hasCurrentKey(_ record: StoredBytes) -> Bool { true }

    func enqueue(sql: String, arguments: [(any StoreConvertible)?]) throws { try run(sql: sql, arguments: arguments) }

    /// Runs a statement without arguments.
    func run(sql: String) throws { try run(sql: sql, arguments: []) }

    /// Runs a query with few rows.
    func forEachRow(
        sql: String, arguments: [(any StoreConvertible)?] = [], _ body: (StoreRow) throws -> Bool
    ) throws {
        try forEachRow(sql: sql, arguments: arguments, batch: nil, body)
    }
}

extension StoreConvertible {
    /// Returns the first column of a query's first row.
    static func fetchOne(
        _ transaction: any StoreTransaction, sql: String, arguments: [(any StoreConvertible)?] = []
    ) throws -> Self? {
        try StoreRow.fetchOne(transaction, sql: sql, arguments: arguments)?[0]
    }

    /// Returns the first column of all rows of a query.
    static func fetchAll(
        _ transaction: any StoreTransaction, sql: String, arguments: [(any StoreConvertible)?] = []
    ) throws -> [Self] {
        try StoreRow.fetchAll(transaction, sql: sql, arguments: arguments).compactMap { $0[0] }
    }
}
