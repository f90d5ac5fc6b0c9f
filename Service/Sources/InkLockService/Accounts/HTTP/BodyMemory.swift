// SPDX-License-Identifier: MIT
import NIOConcurrencyHelpers

/// The memory of the request bodies that are being received. Clients that send slowly, or never finish, share a limit.
final class BodyMemory: Sendable {
    private struct State {
        var total = 0
        var clients: [String: Int] = [:]
    }

    private let limit: Int
    private let perClient: Int
    private let state = NIOLockedValueBox(State())

    /// The number of bytes that a body may have without memory of this kind. Most messages have fewer.
    static let freeBytes = 1 << 13

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
