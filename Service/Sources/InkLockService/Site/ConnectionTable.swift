// SPDX-License-Identifier: MIT
import NIOConcurrencyHelpers
import NIOCore

/// The open connections. When there are too many, the one that has gone longest without progress makes room for a new one; those
/// whose request is being worked on go last.
final class ConnectionTable: Sendable {
    /// Names a connection.
    typealias ID = UInt64

    private struct Entry {
        let client: String?
        var lastProgress: NIODeadline
        var isWorking = false
        let close: @Sendable () -> Void
    }

    private struct State {
        var entries: [ID: Entry] = [:]
        var counts: [String: Int] = [:]
        var nextID: ID = 0
        var closed = 0
    }

    private let total: Int
    private let perClient: Int
    private let state = NIOLockedValueBox(State())

    init(total: Int, perClient: Int) {
        self.total = total
        self.perClient = perClient
    }

    var count: Int { state.withLockedValue { $0.entries.count } }

    /// How many connections have ended.
    var closedCount: Int { state.withLockedValue { $0.closed } }

    /// Takes in a connection.
    /// - Parameters:
    ///   - client: whose it is; `nil` for proxies, which speak for many.
    ///   - close: ends the connection, from any thread, if it has to make room.
    /// - Complexity: O(1), and O(connections) when there are too many.
    func open(client: String?, at now: NIODeadline, close: @escaping @Sendable () -> Void) -> ID {
        let (id, victims) = state.withLockedValue { state -> (ID, [@Sendable () -> Void]) in
            var victims: [@Sendable () -> Void] = []
            if let client, state.counts[client, default: 0] >= perClient,
                let oldest = Self.oldest(state, where: { $0.client == client })
            {
                victims += Self.remove(oldest, from: &state).map { [$0.close] } ?? []
            }
            if state.entries.count >= total, let oldest = Self.oldest(state, where: { _ in true }) {
                victims += Self.remove(oldest, from: &state).map { [$0.close] } ?? []
            }
            let id = state.nextID
            state.nextID += 1
            state.entries[id] = Entry(client: client, lastProgress: now, close: close)
            if let client { state.counts[client, default: 0] += 1 }
            return (id, victims)
        }
        for close in victims { close() }
        return id
    }

    /// Takes note of progress.
    /// - Parameter isWorking: whether a complete request waits for its answer.
    func progressed(_ id: ID, at now: NIODeadline, isWorking: Bool) {
        state.withLockedValue { state in
            state.entries[id]?.lastProgress = now
            state.entries[id]?.isWorking = isWorking
        }
    }

    func closed(_ id: ID) {
        state.withLockedValue { state in
            state.closed += 1
            _ = Self.remove(id, from: &state)
        }
    }

    private static func oldest(_ state: State, where isMeant: (Entry) -> Bool) -> ID? {
        var best: (id: ID, isWorking: Bool, lastProgress: NIODeadline)?
        for (id, entry) in state.entries where isMeant(entry) {
            if let best, (best.isWorking ? 1 : 0, best.lastProgress) <= (entry.isWorking ? 1 : 0, entry.lastProgress) {
                continue
            }
            best = (id, entry.isWorking, entry.lastProgress)
        }
        return best?.id
    }

    private static func remove(_ id: ID, from state: inout State) -> Entry? {
        guard let entry = state.entries.removeValue(forKey: id) else { return nil }
        if let client = entry.client, let count = state.counts[client] {
            state.counts[client] = count > 1 ? count - 1 : nil
        }
        return entry
    }
}
