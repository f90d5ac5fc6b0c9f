// SPDX-License-Identifier: MIT
import LockVault

extension Accounts {
    /// A step of tidying.
    enum TidyingStep: String, CaseIterable, Sendable {
        /// Removes ended sessions.
        case sessions
        /// Removes old results of operations.
        case operations
        /// Removes, above the limit, the attempts on the names untried longest.
        case strangers
        /// Adds decoys for new derivation costs.
        case decoys
        /// Returns free pages to the disk.
        case space
    }

    /// The number of names that one transaction removes.
    private static let strangerBatch = 5_000

    /// Runs all steps independently: if one fails, the others still run.
    /// - Returns: The steps that failed, with their errors.
    func tidy() async -> [(step: TidyingStep, error: AccountError)] {
        var failed: [(step: TidyingStep, error: AccountError)] = []
        for step in TidyingStep.allCases {
            do throws(AccountError) { try await run(step) } catch { failed.append((step, error)) }
        }
        return failed
    }

    private func run(_ step: TidyingStep) async throws(AccountError) {
        let now = now
        switch step {
        case .sessions:
            try await write(.statement) { [lifetimes = parameters.sessions] database in
                try SessionTable(database: database, lifetimes: lifetimes).removeEnded(at: now)
            }
        case .operations: try await write(.statement) { try OperationTable(database: $0).removeOld(at: now) }
        case .strangers:
            // Names are removed in batches, so that other transactions wait briefly.
            let limit = parameters.strangerLimit
            var isDone = false
            while !isDone {
                isDone = try await write(.statement) {
                    try FailureTable(database: $0).keep(limit, removing: Self.strangerBatch)
                }
            }
        case .decoys: try await decoys.reload(self)
        case .space: try await storeErrors { () throws(StoreError) in try await database.releaseFreePages(at: now) }
        }
    }

    /// Returns whether the accounts can be written.
    package func isWritable() async -> Bool { await database.isWritable() }
}
