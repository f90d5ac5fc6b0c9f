// SPDX-License-Identifier: MIT
import CPostgres
import Foundation

/// Values in PostgreSQL's binary formats.
extension StoreValue {
    /// The numbers of types that PostgreSQL never changes.
    private enum Kind {
        static let bool: Oid = 16
        static let bytea: Oid = 17
        static let name: Oid = 19
        static let int8: Oid = 20
        static let int4: Oid = 23
        static let text: Oid = 25
    }

    /// The number of PostgreSQL's type for the value.
    var postgresType: Oid {
        switch self {
        // The server finds the type from where the parameter is used.
        case .null: 0
        case .integer: Kind.int8
        case .text: Kind.text
        case .bytes: Kind.bytea
        }
    }

    /// Appends the value to bytes that are sent to PostgreSQL.
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: break
        case .integer(let number): withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
        case .text(let text): bytes += text.utf8
        case .bytes(let data): bytes += data
        }
    }

    /// Reads a value of a result.
    /// - Throws: ``PostgresError`` for a type that the tables do not have.
    init(
        _ result: OpaquePointer?, row: Int32, column: Int32, type: Oid
    ) throws(PostgresError) {
        guard PQgetisnull(result, row, column) == 0 else {
            self = .null
            return
        }
        let bytes = UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        switch type {
        case Kind.int8, Kind.int4:
            let number = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            self = .integer(type == Kind.int4 ? Int64(Int32(truncatingIfNeeded: number)) : Int64(bitPattern: number))
        case Kind.bool: self = .integer(bytes.first == 1 ? 1 : 0)
        case Kind.text, Kind.name: self = .text(String(decoding: bytes, as: UTF8.self))
        case Kind.bytea: self = .bytes(Data(bytes))
        default: throw PostgresError(state: SQLState("42804"))
        }
    }
}
