// SPDX-License-Identifier: MIT
import NIOConcurrencyHelpers

/// The memory of the bodies of requests that are not answered yet. All clients share a limit, so that bodies that
/// arrive slowly, never end or wait for their turn leave room for others.
final class BodyMemory: Sendable {
    private struct State {
        var total = 0
        var clients: [String: Int] = [:]
    }

    private let limit: Int
    private let perClient: Int
    private let state = NIOLockedValueBox(State())

    /// The number of bytes of each body that do not count. Most messages have fewer.
    private static let freeBytes = 1 << 13

    /// The memory of one body.
    struct Share {
        /// The key under which the bodies of one client are counted.
        let client: String
        private var bytes = 0
        private var taken = 0

        init(of client: String) { self.client = client }

        /// Adds a part of the body.
        /// - Returns: A Boolean value that indicates whether the limits allow it.
        mutating func add(_ count: Int, in memory: BodyMemory) -> Bool {
            bytes += count
            let missing = bytes - BodyMemory.freeBytes - taken
            guard missing > 0 else { return true }
            guard memory.take(missing, for: client) else { return false }
            taken += missing
            return true
        }

        /// Gives the memory back, when the request has been answered or its connection has ended.
        func giveBack(to memory: BodyMemory) { memory.giveBack(taken, of: client) }
    }

    /// - Parameters:
    ///   - limit: The maximum number of bytes of all bodies.
    ///   - perClient: The maximum number of bytes of one client's bodies.
    init(limit: Int = 1 << 26, perClient: Int = 1 << 24) {
        self.limit = limit
        self.perClient = perClient
    }

    /// Takes bytes for a client.
    /// - Returns: A Boolean value that indicates whether the limits allow it.
    func take(_ count: Int, for client: String) -> Bool {
        state.withLockedValue { state in
            let bytes = state.clients[client] ?? 0
            guard count <= limit - state.total, count <= perClient - bytes else { return false }
            state.total += count
            state.clients[client] = bytes + count
            return true
        }
    }

    /// Gives bytes back that were taken for a client.
    func giveBack(_ count: Int, of client: String) {
        guard count > 0 else { return }
        state.withLockedValue { state in
            state.total -= count
            let bytes = (state.clients[client] ?? 0) - count
            state.clients[client] = bytes > 0 ? bytes : nil
        }
    }
}
