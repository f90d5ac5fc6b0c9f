// SPDX-License-Identifier: MIT

/// Constants for the SQL that SQLite and PostgreSQL share.
enum StoreSQL {
    /// The limit of a query for all rows after an offset. One of the databases expects `-1` there, and the other `ALL`.
    static let all: Int64 = 1 << 40
}
