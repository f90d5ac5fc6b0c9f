// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// Derives on threads of its own: never more at a time than it has threads, and never more attempts waiting than it was
/// told.
public final class DerivationQueue: Deriver {
    /// One thread a core: what apps and their vaults share unless told otherwise.
    public static let shared = DerivationQueue()

    private let turns: TurnQueue
    private let threads: WorkThreads

    /// - Parameters:
    ///   - threads: at least 1. Each takes ``ScryptCost/memoryBytes`` while it derives.
    ///   - waiting: how many attempts may wait, 0 or more. With 64 and a seventh of a second each on two cores, the last
    ///     waits about five seconds.
    public init(threads: Int = ProcessInfo.processInfo.activeProcessorCount, waiting: Int = 64) {
        // Twice as many attempts as threads: while one's ledger is written, another derives.
        turns = TurnQueue(turns: 2 * max(1, threads), waiting: waiting)
        self.threads = WorkThreads(threads)
    }

    public func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try await turns.withTurn(body)
    }

    public func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        try await threads.run { () throws(VaultError) in try passcode.derived(by: hash) }
    }
}
