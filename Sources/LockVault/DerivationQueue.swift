// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// Derives on threads of its own, in two lanes: known clients go first, and unknown clients hold a bounded number of threads.
///
/// The queue itself is a deriver in the lane ``Priority/known``, which is what an app with one vault wants. A service gives each
/// attempt ``lane(_:client:)`` instead:
///
///     let deriver = queue.lane(isKnownDevice ? .known : .unknown, client: address)
public final class DerivationQueue: Deriver {
    /// One thread a core: what apps and their vaults share unless told otherwise.
    public static let shared = DerivationQueue()

    /// Which lane an attempt is in.
    public enum Priority: UInt8, Hashable, Sendable, CaseIterable {
        /// A client that has shown before that it belongs to the vault. Goes first.
        case known
        /// Any other client.
        case unknown
    }

    private let known: TurnQueue
    private let unknown: TurnQueue
    private let threads: WorkThreads

    /// - Parameters:
    ///   - threads: at least 1. Each takes ``ScryptCost/memoryBytes`` while it derives.
    ///   - waiting: how many attempts of known clients may wait, 0 or more. With 64 and a seventh of a second each on two
    ///     cores, the last waits about five seconds.
    ///   - unknownThreads: how many threads unknown clients may hold at a time, at least 1. By default all but one, or the
    ///     only one: then a known client waits for the derivation that is under way, and for no other of an unknown client.
    ///   - unknownWaiting: how many attempts of unknown clients may wait, 0 or more.
    public init(
        threads: Int = ProcessInfo.processInfo.activeProcessorCount, waiting: Int = 64, unknownThreads: Int? = nil,
        unknownWaiting: Int = 64
    ) {
        let threads = max(1, threads)
        let shared = max(1, min(unknownThreads ?? threads - 1, threads))
        // Twice as many attempts as threads: while one's ledger is written, another derives.
        known = TurnQueue(turns: 2 * threads, waiting: waiting)
        unknown = TurnQueue(turns: 2 * shared, waiting: unknownWaiting)
        self.threads = WorkThreads(threads, unhurried: shared)
    }

    /// A deriver in one of the lanes.
    /// - Parameters:
    ///   - priority: which lane.
    ///   - client: what tells an unknown client from others, an address or a network. Of one client at most one attempt waits
    ///     at a time in the lane ``Priority/unknown``; another throws ``VaultError/busy``. `nil` lifts that limit.
    public func lane(_ priority: Priority, client: String? = nil) -> DerivationLane {
        DerivationLane(queue: self, priority: priority, client: client)
    }

    public func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try await withTurn(.known, client: nil, body)
    }

    public func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        try await derive(passcode, by: hash, .known)
    }

    func withTurn<Result: Sendable>(
        _ priority: Priority, client: String?, _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        switch priority {
        case .known: try await known.withTurn(body)
        case .unknown: try await unknown.withTurn(client: client, body)
        }
    }

    func derive(
        _ passcode: PasscodeInput, by hash: PasscodeHash, _ priority: Priority
    ) async throws(VaultError) -> SymmetricKey {
        try await threads.run(isUrgent: priority == .known) { () throws(VaultError) in try passcode.derived(by: hash) }
    }
}

/// One lane of a ``DerivationQueue``, for the attempts of one client.
public struct DerivationLane: Deriver {
    let queue: DerivationQueue
    let priority: DerivationQueue.Priority
    let client: String?

    public func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try await queue.withTurn(priority, client: client, body)
    }

    public func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        try await queue.derive(passcode, by: hash, priority)
    }
}
