// SPDX-License-Identifier: MIT
import CPostgres
import Foundation

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

    static func type(_ value: StoreValue) -> Oid {
        switch value {
        // The server finds the type from where the parameter is used.
        case .null: 0
        case .integer: Kind.int8
        case .text: Kind.text
        case .bytes: Kind.bytea
        }
    }

    static func length(_ value: StoreValue) -> Int {
        switch value {
        case .null: 0
        case .integer: 8
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }

    static func append(_ value: StoreValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: break
        case .integer(let number): withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
        case .text(let text): bytes += text.utf8
        case .bytes(let data): bytes += data
        }
    }

    static func value(
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
