// SPDX-License-Identifier: MIT
import LockVault

extension Accounts {
    /// Forgets sessions that have ended, and the names of nobody's that were longest not tried, if there are too many.
    func tidy() async throws(VaultError) {
        let now = now
        try await database.write { [parameters] database in
            try SessionTable(database: database, lifetimes: parameters.sessions).removeEnded(at: now)
            for table in ["ledger", "drawn"] {
                try database.execute(
                    sql: """
                        DELETE FROM \(table) WHERE key IN (
                            SELECT key FROM \(table) WHERE account IS NULL ORDER BY written DESC LIMIT -1 OFFSET ?)
                        """,
                    arguments: [parameters.semblanceLimit])
            }
        }
    }
}
