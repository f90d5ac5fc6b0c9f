// SPDX-License-Identifier: MIT
import Foundation
import GRDB

/// A connection of SQLite, in a transaction that GRDB began.
extension Database: StoreTransaction {
    func run(sql: String, arguments: [(any StoreConvertible)?]) throws {
        let statement = try cachedStatement(sql: sql)
        try statement.execute(arguments: StatementArguments(arguments.map { $0?.storeValue.sqlite ?? .null }))
    }

    // SQLite reads one row at a time anyway.
    func forEachRow(
        sql: String, arguments: [(any StoreConvertible)?], batch: Int?, _ body: (StoreRow) throws -> Bool
    ) throws {
        let statement = try cachedStatement(sql: sql)
        let names = statement.columnNames.map { $0.lowercased() }
        let rows = try Row.fetchCursor(
            statement, arguments: StatementArguments(arguments.map { $0?.storeValue.sqlite ?? .null }))
        while let row = try rows.next() {
            let values = row.databaseValues.map { StoreValue($0) }
            guard try body(StoreRow(values: Array(values), names: names)) else { return }
        }
    }
}

extension StoreValue {
    fileprivate var sqlite: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): bytes.databaseValue
        }
    }

    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let number): self = .integer(number)
        // The tables hold no numbers with fractions.
        case .double(let number): self = Int64(exactly: number).map { .integer($0) } ?? .null
        case .string(let text): self = .text(text)
        case .blob(let bytes): self = .bytes(bytes)
        }
    }
}
