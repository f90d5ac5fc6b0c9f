// SPDX-License-Identifier: MIT
import LockVault

extension Accounts {
    /// Forgets sessions and results that have ended, and the names that were longest not tried if there are too many; looks up
    /// which costs passphrases have, and gives free space back to the disk.
    package func tidy() async throws(VaultError) {
        let now = now
        try await database.write { [parameters] database in
            try SessionTable(database: database, lifetimes: parameters.sessions).removeEnded(at: now)
            try OperationTable(database: database).removeOld(at: now)
            try FailureTable(database: database).keep(parameters.strangerLimit)
        }
        try await decoys.reload(self)
        try await database.giveBack()
    }

    /// Whether accounts can be written.
    package func isWritable() async -> Bool { await database.isWritable() }
}
