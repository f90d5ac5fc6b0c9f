// SPDX-License-Identifier: MIT

/// Words of the SQL that SQLite and PostgreSQL share.
enum StoreSQL {
    /// The limit of a query that takes all rows behind an offset. There, one of the two wants `-1` and the other `ALL`.
    static let all: Int64 = 1 << 40
}
