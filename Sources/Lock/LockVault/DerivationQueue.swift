// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// A deriver with its own threads and two lanes. Known clients go first; unknown clients occupy a bounded number of
/// threads.
///
/// The queue itself derives in the lane ``Priority/known``, which suits an app with one vault. A service uses
/// ``lane(_:client:network:)`` for each attempt:
///
///     let deriver = queue.lane(.known, client: account, network: network)
///
/// Within a lane, turns rotate among the networks, and within a network among its clients. No client and no network can
/// fill the queue.
public final class DerivationQueue: Deriver {
    /// The default queue of all vaults, with one thread per core.
    public static let shared = DerivationQueue()

    /// The lane of an attempt.
    public enum Priority: UInt8, Hashable, Sendable, CaseIterable {
        /// A client that has shown before that it belongs to the vault. Goes first.
        case known
        /// Any other client.
        case unknown
    }

    private let known: TurnQueue
    private let unknown: TurnQueue
    private let threads: WorkThreads

    /// Creates a queue.
    /// - Parameters:
    ///   - threads: The number of threads, at least 1. Each needs ``ScryptCost/memoryBytes`` while it derives a key.
    ///   - waiting: The maximum number of attempts of known clients that wait. With 64 attempts, two cores and a
    ///     seventh of a second per attempt, the last one waits about five seconds.
    ///   - unknownThreads: The maximum number of threads that serve unknown clients, at least 1. By default, one thread
    ///     is left to known clients. If there is only one thread, a known client waits for at most one derivation of an
    ///     unknown client.
    ///   - unknownWaiting: The maximum number of attempts of unknown clients that wait. At most one of each client and
    ///     four of each network wait.
    ///   - clientWaiting: The maximum number of attempts of one known client that wait.
    ///   - networkWaiting: The maximum number of attempts of known clients in one network that wait.
    public init(
        threads: Int = ProcessInfo.processInfo.activeProcessorCount, waiting: Int = 64, unknownThreads: Int? = nil,
        unknownWaiting: Int = 64, clientWaiting: Int = 4, networkWaiting: Int = 16
    ) {
        let threads = max(1, threads)
        let shared = max(1, min(unknownThreads ?? threads - 1, threads))
        // Twice as many attempts as threads: while one's ledger is written, another derives.
        known = TurnQueue(
            turns: 2 * threads,
            limits: TurnQueue.Limits(
                total: max(0, waiting), client: max(0, clientWaiting), network: max(0, networkWaiting)))
        unknown = TurnQueue(
            turns: 2 * shared, limits: TurnQueue.Limits(total: max(0, unknownWaiting), client: 1, network: 4))
        self.threads = WorkThreads(threads, background: shared)
    }

    /// Returns the number of attempts that wait for a turn in a lane.
    public func waitingCount(_ priority: Priority) -> Int {
        switch priority {
        case .known: known.waitingCount
        case .unknown: unknown.waitingCount
        }
    }

    /// Returns a deriver in one of the lanes.
    ///
    /// An attempt that finds too many others waiting either displaces one of them or throws ``VaultError/busy``:
    ///
    /// 1. If too many attempts of its client wait, it throws.
    /// 2. If too many attempts of its network wait, it displaces the last attempt of a client of that network with at
    ///    least two more waiting attempts than its own client has. Without such a client, it throws.
    /// 3. If the lane is full, it displaces the last attempt of a network with at least two more waiting attempts than
    ///    its own network has. Without such a network, it displaces one of the network with the most recent turns, if
    ///    its own network has had fewer. Otherwise, it throws.
    ///
    /// - Parameters:
    ///   - priority: The lane.
    ///   - client: The identity of the client: an account or an address. `nil` means no limit per client.
    ///   - network: The identity of the client's network. `nil` means no limit per network.
    public func lane(_ priority: Priority, client: String? = nil, network: String? = nil) -> DerivationLane {
        DerivationLane(queue: self, priority: priority, party: TurnQueue.Party(client: client, network: network))
    }

    public func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try await withTurn(.known, TurnQueue.Party(), body)
    }

    public func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        try await derive(passcode, by: hash, .known)
    }

    func withTurn<Result: Sendable>(
        _ priority: Priority, _ party: TurnQueue.Party, _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        switch priority {
        case .known: try await known.withTurn(of: party, body)
        case .unknown: try await unknown.withTurn(of: party, body)
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
    let party: TurnQueue.Party

    public func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try await queue.withTurn(priority, party, body)
    }

    public func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        try await queue.derive(passcode, by: hash, priority)
    }
}
