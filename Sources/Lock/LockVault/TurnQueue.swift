// SPDX-License-Identifier: MIT
import Foundation

/// A queue that admits a bounded number of callers at a time, and lets a bounded number wait.
///
/// Turns rotate among the waiting networks, and within a network among its clients. Callers of one client are served in
/// the order of arrival. If the queue is full, a caller displaces the last waiter of a network, or of a client in its
/// own network, that has at least two more waiters than the caller's. If there is no such network, it displaces the
/// last waiter of the network with the most recent turns, if its own network has had fewer. Frequent callers from more
/// networks than there are places then do not keep out other networks.
final class TurnQueue: @unchecked Sendable {
    private typealias Waiter = CheckedContinuation<VaultError?, Never>

    /// The maximum numbers of waiting callers.
    struct Limits: Hashable, Sendable {
        var total: Int
        /// The maximum for one client.
        var client = Int.max
        /// The maximum for one network.
        var network = Int.max
    }

    /// The client and the network that a caller acts for. A `nil` value has no limit of its own.
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
    /// The waiting callers, in the order of arrival.
    private var waiting: [Place] = []
    /// The networks with waiting callers, the next one first.
    private var networks: [String?] = []
    private var lastID: UInt64 = 0
    /// The number of recent turns of each network, at least one.
    private var turns: [String: Int] = [:]
    /// The sum of ``turns``.
    private var turnsInAll = 0

    /// The maximum number of turns in memory. At the limit, those of each network are halved. At ten derivations a
    /// second, that is after some minutes.
    static let rememberedTurns = 4096

    /// Creates a queue.
    /// - Parameters:
    ///   - turns: The number of callers that are admitted at a time, at least 1.
    ///   - limits: The maximum numbers of waiting callers.
    init(turns: Int, limits: Limits) {
        free = max(1, turns)
        self.limits = limits
    }

    /// Creates a queue without limits per client or network.
    /// - Parameters:
    ///   - turns: The number of callers that are admitted at a time, at least 1.
    ///   - waiting: The maximum number of waiting callers.
    convenience init(turns: Int, waiting: Int) { self.init(turns: turns, limits: Limits(total: waiting)) }

    /// The number of waiting callers.
    var waitingCount: Int { lock.withLock { waiting.count } }

    /// The number of networks whose turns are in memory.
    var rememberedNetworks: Int { lock.withLock { turns.count } }

    /// Waits for a turn and calls `body`.
    /// - Parameters:
    ///   - party: The client and the network that the caller acts for.
    ///   - isolation: The actor that `body` runs on.
    ///   - body: The work to do during the turn.
    /// - Throws: ``VaultError/busy``, ``VaultError/cancelled``, or the error of `body`.
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

    /// Returns the result if the caller need not wait, and the waiter that was displaced.
    private func enter(_ id: UInt64, _ party: Party, _ waiter: Waiter) -> (answer: VaultError??, displaced: Waiter?) {
        lock.withLock {
            // A cancellation before this point found no waiter to resume.
            if Task.isCancelled { return (.some(.cancelled), nil) }
            if free > 0 {
                free -= 1
                count(party.network)
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
                guard let network = party.network,
                    let last = last(of: \.network, among: waiting, above: near.count)
                        ?? last(withMoreTurnsThan: network)
                else { return (.some(.busy), nil) }
                displaced = remove(last)
            }
            if !networks.contains(party.network) { networks.append(party.network) }
            let mine = near.last { $0.party.client == party.client }
            let round = mine.map { $0.round + 1 } ?? near.map(\.round).min() ?? 0
            waiting.append(Place(id: id, party: party, round: round, waiter: waiter))
            return (nil, displaced)
        }
    }

    /// Returns the last place of the client or the network with the most places, if it has at least two more than
    /// `count`.
    private func last(
        of key: KeyPath<Party, String?>, among places: [Place], above count: Int
    ) -> UInt64? {
        let groups = Dictionary(grouping: places) { $0.party[keyPath: key] }
        guard let most = groups.filter({ $0.key != nil }).values.max(by: { $0.count < $1.count }),
            most.count >= count + 2
        else { return nil }
        return most.last?.id
    }

    /// Returns the last place of the waiting network that has had the most turns lately, if `network` has had fewer. Of
    /// a network with several places, the others count as turns.
    private func last(withMoreTurnsThan network: String) -> UInt64? {
        let places = Dictionary(grouping: waiting) { $0.party.network }
        func load(_ network: String, besides count: Int) -> Int { turns[network, default: 0] + count }
        let loads = places.compactMap { key, places in
            places.last.flatMap { last in key.map { (load($0, besides: places.count - 1), last.id) } }
        }
        guard let most = loads.max(by: <), most.0 > load(network, besides: places[network]?.count ?? 0) else {
            return nil
        }
        return most.1
    }

    /// Counts a turn of a network.
    private func count(_ network: String?) {
        guard let network else { return }
        turns[network, default: 0] += 1
        turnsInAll += 1
        guard turnsInAll >= Self.rememberedTurns else { return }
        turns = turns.mapValues { $0 / 2 }.filter { $0.value > 0 }
        turnsInAll = turns.values.reduce(0, +)
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
            count(network)
            return first.flatMap { remove($0.id) }
        }
        next?.resume(returning: nil)
    }
}
