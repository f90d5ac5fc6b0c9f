// SPDX-License-Identifier: MIT

/// An error of PostgreSQL or of the connection to it. It contains no data of a statement.
struct PostgresError: Error, Hashable, Sendable {
    let state: SQLState
    /// A Boolean value that indicates whether the transaction may have been committed although it failed.
    var isInDoubt = false

    /// A Boolean value that indicates whether a retry may succeed: the transaction conflicted with another one, or the
    /// connection was lost.
    var mayBeRepeated: Bool {
        !isInDoubt && (["40001", "40P01", "25006", "55P03", "53200"].contains(state.text) || state.isConnection)
    }
}

/// The five-character code of an error of PostgreSQL (PostgreSQL 15, appendix A).
package struct SQLState: Hashable, Sendable, CustomStringConvertible {
    /// The characters as one number in base 36.
    let code: Int32

    /// The connection was lost or could not be made.
    static let connectionFailure = SQLState("08006")
    /// The deadline passed before the transaction reached the server.
    static let tooManyRequests = SQLState("53300")
    /// Tables of a different version from this program's. The code is InkLock's own.
    static let otherVersion = SQLState("INK01")

    /// Creates a code from its characters.
    /// - Parameter text: Five digits and capital letters. Any other text stands for an internal error.
    init(_ text: String) { code = Self.pack(text) ?? Self.pack("XX000") ?? 0 }

    /// Creates a code from its number.
    /// - Returns: `nil` for a code of SQLite, which is smaller.
    init?(code: Int32) {
        guard code >= Self.least else { return nil }
        self.code = code
    }

    /// The least code of an error: its class is not 00.
    private static let least: Int32 = 36 * 36 * 36

    private static func pack(_ text: String) -> Int32? {
        guard text.utf8.count == 5 else { return nil }
        return Int32(text, radix: 36).flatMap { $0 >= least ? $0 : nil }
    }

    var text: String {
        let digits = String(code, radix: 36, uppercase: true)
        return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    }

    package var description: String { text }

    /// A Boolean value that indicates whether the server is unreachable or refuses connections.
    var isConnection: Bool {
        text.hasPrefix("08") || ["25P03", "57P01", "57P02", "57P03", "57P05", "53300"].contains(text)
    }

    /// A Boolean value that indicates whether the error is temporary: the server is unreachable or overloaded.
    var isPassing: Bool {
        isConnection || ["01000", "25006", "40001", "40P01", "53200", "55P03", "57014"].contains(text)
    }

    /// A Boolean value that indicates whether the server's disk is full.
    var isFull: Bool { ["53100", "54000"].contains(text) }
}
