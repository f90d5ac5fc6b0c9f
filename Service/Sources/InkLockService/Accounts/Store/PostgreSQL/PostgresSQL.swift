// SPDX-License-Identifier: MIT

/// The differences between PostgreSQL's SQL and the SQL of ``StoreTransaction``.
enum PostgresSQL {
    /// Returns a statement with `$1`, `$2` and so on for its question marks. No statement has a question mark in a
    /// string.
    static func numbered(_ sql: String) -> String {
        var (text, number) = ("", 0)
        for character in sql {
            if character == "?" {
                number += 1
                text += "$\(number)"
            } else {
                text.append(character)
            }
        }
        return text
    }

    /// Returns a definition of SQLite's tables with PostgreSQL's types.
    static func translated(_ definition: String) -> String {
        definition.replacing(" WITHOUT ROWID", with: "").replacing(" BLOB", with: " BYTEA")
            .replacing(" INTEGER", with: " BIGINT")
    }
}
