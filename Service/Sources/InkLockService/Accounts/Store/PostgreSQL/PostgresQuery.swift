// SPDX-License-Identifier: MIT
import CPostgres

/// A statement with the values of its parameters.
struct PostgresQuery {
    /// The form in which the server gets the statement.
    enum Content {
        /// The name of a prepared statement.
        case prepared(String)
        /// The text of a statement, with `$1`, `$2` and so on for its parameters.
        case text(String)
    }

    let content: Content
    var arguments: [StoreValue] = []
    /// A Boolean value that indicates whether a transaction begins with this statement.
    var begins = false

    /// Sends the statement, without a wait for the answer.
    /// - Returns: 1, or 0 if libpq could not send it.
    func send(to connection: OpaquePointer) -> Int32 {
        // All values one after the other. An empty one still has an address.
        var bytes: [UInt8] = [0]
        var (places, lengths): ([Int?], [Int32]) = ([], [])
        for argument in arguments {
            let place = bytes.count
            argument.append(to: &bytes)
            places.append(argument == .null ? nil : place)
            lengths.append(Int32(bytes.count - place))
        }
        let formats = [Int32](repeating: 1, count: arguments.count)
        bytes.append(0)
        // libpq copies what it sends.
        return bytes.withUnsafeBytes { raw in
            let values = places.map { place in
                place.flatMap { raw.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            }
            let count = Int32(arguments.count)
            return switch content {
            case .prepared(let name): PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1)
            case .text(let sql):
                PQsendQueryParams(
                    connection, sql, count, arguments.map(\.postgresType), values, lengths, formats, 1)
            }
        }
    }
}
