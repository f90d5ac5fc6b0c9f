// SPDX-License-Identifier: MIT
import LockVault

extension Accounts {
    /// Removes ended sessions, old results of operations and, above the limit, the attempts on the names untried
    /// longest. Adds decoys for new derivation costs, and returns free pages to the disk.
    package func tidy() async throws(AccountError) {
        let now = now
        try await write { [parameters] database in
            try SessionTable(database: database, lifetimes: parameters.sessions).removeEnded(at: now)
            try OperationTable(database: database).removeOld(at: now)
            try FailureTable(database: database).keep(parameters.strangerLimit)
        }
        try await decoys.reload(self)
        try await storeErrors { () throws(StoreError) in try await database.giveBack(at: now) }
    }

    /// Returns whether the accounts can be written.
    package func isWritable() async -> Bool { await database.isWritable() }
}
