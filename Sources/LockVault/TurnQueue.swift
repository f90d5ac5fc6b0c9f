// SPDX-License-Identifier: MIT
import Foundation

/// Admits a bounded number of callers at a time, and lets a bounded number wait.
///
/// Turns go round the networks that wait, and within a network round its clients; those of one client go in the order of
/// their arrival. Where no place is left, a caller takes the last one of a network or a client that has at least two more.
final class TurnQueue: @unchecked Sendable {
    private typealias Waiter = CheckedContinuation<VaultError?, Never>

    /// The most callers that wait.
    struct Limits: Hashable, Sendable {
        var total: Int
        /// Of one client.
        var client = Int.max
        /// Of one network.
        var network = Int.max
    }

    /// The client and the network that a caller acts for. What is `nil` has no limit of its own.
    struct Party: Hashable, Sendable {
        var client: String?
        var network: String?
    }

    private struct Place {
        let id: UInt64
        let party: Party
        /// The number of the network's round. Each client is in each round once.
        let round: UInt64
        let waiter: Waiter
    }

    private let lock = NSLock()
    private var free: Int
    private let limits: Limits
    /// In the order of arrival.
    private var waiting: [Place] = []
    /// The networks that wait, the one whose turn is next first.
    private var networks: [String?] = []
    private var lastID: UInt64 = 0

    /// - Parameter turns: how many are in at a time, at least 1.
    init(turns: Int, limits: Limits) {
        free = max(1, turns)
        self.limits = limits
    }

    /// - Parameters:
    ///   - turns: how many are in at a time, at least 1.
    ///   - waiting: how many wait at most.
    convenience init(turns: Int, waiting: Int) { self.init(turns: turns, limits: Limits(total: waiting)) }

    /// How many wait.
    var waitingCount: Int { lock.withLock { waiting.count } }

    /// - Parameters:
    ///   - party: whom the caller acts for.
    ///   - isolation: the actor that `body` runs on.
    ///   - body: what is done with the turn.
    /// - Throws: ``VaultError/busy``, ``VaultError/cancelled``, or what `body` throws.
    func withTurn<Result: Sendable>(
        of party: Party = Party(), isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        if let error = await takeTurn(party) { throw error }
        defer { giveTurnBack() }
        return try await body()
    }

    private func takeTurn(_ party: Party, isolation: isolated (any Actor)? = #isolation) async -> VaultError? {
        let id = lock.withLock {
            lastID += 1
            return lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let (answer, displaced) = enter(id, party, waiter)
                displaced?.resume(returning: .busy)
                if let answer { waiter.resume(returning: answer) }
            }
        } onCancel: {
            leave(id)
        }
    }

    /// - Returns: the answer where there is no need to wait, and who has lost a place.
    private func enter(_ id: UInt64, _ party: Party, _ waiter: Waiter) -> (answer: VaultError??, displaced: Waiter?) {
        lock.withLock {
            // A cancellation before this found no waiter to resume.
            if Task.isCancelled { return (.some(.cancelled), nil) }
            if free > 0 {
                free -= 1
                return (.some(nil), nil)
            }
            let isFull = waiting.count >= limits.total
            let own = waiting.filter { $0.party.client == party.client }
            let near = waiting.filter { $0.party.network == party.network }
            if party.client != nil, own.count >= limits.client { return (.some(.busy), nil) }
            var displaced: Waiter?
            if party.network != nil, near.count >= limits.network {
                guard let last = last(of: \.client, among: near, above: own.count) else { return (.some(.busy), nil) }
                displaced = remove(last)
            } else if isFull {
                let last = last(of: \.network, among: waiting, above: near.count)
                guard party.network != nil, let last else { return (.some(.busy), nil) }
                displaced = remove(last)
            }
            if !networks.contains(party.network) { networks.append(party.network) }
            let mine = near.last { $0.party.client == party.client }
            let round = mine.map { $0.round + 1 } ?? near.map(\.round).min() ?? 0
            waiting.append(Place(id: id, party: party, round: round, waiter: waiter))
            return (nil, displaced)
        }
    }

    /// The last place of the client or the network that has most, if those are at least two more than `count`.
    private func last(
        of key: KeyPath<Party, String?>, among places: [Place], above count: Int
    ) -> UInt64? {
        let groups = Dictionary(grouping: places) { $0.party[keyPath: key] }
        guard let most = groups.filter({ $0.key != nil }).values.max(by: { $0.count < $1.count }),
            most.count >= count + 2
        else { return nil }
        return most.last?.id
    }

    private func remove(_ id: UInt64) -> Waiter? {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        let place = waiting.remove(at: index)
        if !waiting.contains(where: { $0.party.network == place.party.network }) {
            networks.removeAll { $0 == place.party.network }
        }
        return place.waiter
    }

    private func leave(_ id: UInt64) {
        let waiter = lock.withLock { remove(id) }
        waiter?.resume(returning: .cancelled)
    }

    private func giveTurnBack() {
        let next = lock.withLock { () -> Waiter? in
            guard let network = networks.first else {
                free += 1
                return nil
            }
            networks.removeFirst()
            networks.append(network)
            let first = waiting.lazy.filter { $0.party.network == network }.min {
                ($0.round, $0.id) < ($1.round, $1.id)
            }
            return first.flatMap { remove($0.id) }
        }
        next?.resume(returning: nil)
    }
}
