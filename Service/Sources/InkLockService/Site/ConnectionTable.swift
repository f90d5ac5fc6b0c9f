// SPDX-License-Identifier: MIT
import NIOConcurrencyHelpers

/// The open connections. If there are too many, a new connection replaces the one with the oldest progress. Connections
/// whose request is being processed are replaced last.
final class ConnectionTable: Sendable {
    /// The identifier of a connection.
    typealias ID = UInt64

    private struct Entry {
        let client: String?
        var isWorking = false
        /// The number of its last progress.
        var turn: UInt64
        let close: @Sendable () -> Void
    }

    /// A queue of connections by their last progress. It skips outdated entries.
    private struct Line {
        private var turns: [(id: ID, turn: UInt64)] = []
        private var start = 0

        /// - Complexity: O(1) on average.
        mutating func append(_ id: ID, _ turn: UInt64, _ entries: [ID: Entry]) {
            turns.append((id, turn))
            guard turns.count > limit else { return }
            turns = turns[start...].filter { entries[$0.id]?.turn == $0.turn }
            start = 0
            limit = 2 * turns.count + Self.least
        }

        /// - Complexity: O(1) on average.
        mutating func first(_ entries: [ID: Entry]) -> ID? {
            while start < turns.count {
                let (id, turn) = turns[start]
                if entries[id]?.turn == turn { return id }
                start += 1
            }
            return nil
        }

        private static let least = 32
        private var limit = least
    }

    /// The queues of busy and idle connections.
    private struct Lines {
        private var idle = Line()
        private var working = Line()

        mutating func append(_ id: ID, _ turn: UInt64, _ entries: [ID: Entry], isWorking: Bool) {
            if isWorking {
                working.append(id, turn, entries)
            } else {
                idle.append(id, turn, entries)
            }
        }

        mutating func first(_ entries: [ID: Entry]) -> ID? {
            idle.first(entries) ?? working.first(entries)
        }
    }

    private struct Client {
        var count = 0
        var lines = Lines()
    }

    private struct State {
        var entries: [ID: Entry] = [:]
        var clients: [String: Client] = [:]
        var lines = Lines()
        var nextID: ID = 0
        var nextTurn: UInt64 = 0
        var closed = 0
    }

    let total: Int
    private let perClient: Int
    private let state = NIOLockedValueBox(State())

    init(total: Int, perClient: Int) {
        self.total = total
        self.perClient = perClient
    }

    var count: Int { state.withLockedValue { $0.entries.count } }

    /// The number of connections that have ended.
    var closedCount: Int { state.withLockedValue { $0.closed } }

    /// Adds a connection.
    /// - Parameters:
    ///   - client: The client; `nil` for a proxy, which has many clients.
    ///   - close: A closure that closes the connection from any thread when it is replaced.
    /// - Complexity: O(1) on average.
    func open(client: String?, close: @escaping @Sendable () -> Void) -> ID {
        let (id, victims) = state.withLockedValue { state -> (ID, [@Sendable () -> Void]) in
            var victims: [@Sendable () -> Void] = []
            if let client, state.clients[client]?.count ?? 0 >= perClient,
                let oldest = state.clients[client]?.lines.first(state.entries)
            {
                victims += Self.remove(oldest, from: &state).map { [$0.close] } ?? []
            }
            if state.entries.count >= total, let oldest = state.lines.first(state.entries) {
                victims += Self.remove(oldest, from: &state).map { [$0.close] } ?? []
            }
            let id = state.nextID
            state.nextID += 1
            state.entries[id] = Entry(client: client, turn: 0, close: close)
            if let client { state.clients[client, default: Client()].count += 1 }
            Self.progress(id, in: &state)
            return (id, victims)
        }
        for close in victims { close() }
        return id
    }

    /// Records progress of a connection.
    /// - Parameter isWorking: A Boolean value that indicates whether a complete request waits for its response.
    func progressed(_ id: ID, isWorking: Bool) {
        state.withLockedValue { state in
            guard state.entries[id] != nil else { return }
            state.entries[id]?.isWorking = isWorking
            Self.progress(id, in: &state)
        }
    }

    func closed(_ id: ID) {
        state.withLockedValue { state in
            state.closed += 1
            _ = Self.remove(id, from: &state)
        }
    }

    /// Moves a connection to the end of its queue.
    private static func progress(_ id: ID, in state: inout State) {
        let turn = state.nextTurn
        state.nextTurn += 1
        state.entries[id]?.turn = turn
        guard let entry = state.entries[id] else { return }
        state.lines.append(id, turn, state.entries, isWorking: entry.isWorking)
        if let client = entry.client {
            state.clients[client]?.lines.append(id, turn, state.entries, isWorking: entry.isWorking)
        }
    }

    private static func remove(_ id: ID, from state: inout State) -> Entry? {
        guard let entry = state.entries.removeValue(forKey: id) else { return nil }
        if let client = entry.client {
            state.clients[client]?.count -= 1
            if state.clients[client]?.count == 0 { state.clients[client] = nil }
        }
        return entry
    }
}
