// SPDX-License-Identifier: MIT
import Foundation

/// Admits a bounded number of callers at a time, in the order of their arrival, and lets a bounded number wait.
final class TurnQueue: @unchecked Sendable {
    private typealias Waiter = CheckedContinuation<VaultError?, Never>

    private let lock = NSLock()
    private var free: Int
    private let limit: Int
    private var waiting: [(id: UInt64, client: String?, waiter: Waiter)] = []
    private var lastID: UInt64 = 0

    /// - Parameters:
    ///   - turns: how many are in at a time, at least 1.
    ///   - waiting: how many wait at most.
    init(turns: Int, waiting: Int) {
        free = max(1, turns)
        limit = max(0, waiting)
    }

    /// How many wait.
    var waitingCount: Int { lock.withLock { waiting.count } }

    /// - Parameters:
    ///   - client: whom the caller acts for. A client waits once at a time; `nil` waits without that limit.
    ///   - isolation: the actor that `body` runs on.
    ///   - body: what is done with the turn.
    /// - Throws: ``VaultError/busy``, ``VaultError/cancelled``, or what `body` throws.
    func withTurn<Result: Sendable>(
        client: String? = nil, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        if let error = await takeTurn(client) { throw error }
        defer { giveTurnBack() }
        return try await body()
    }

    private func takeTurn(_ client: String?, isolation: isolated (any Actor)? = #isolation) async -> VaultError? {
        let id = lock.withLock {
            lastID += 1
            return lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let answer = enter(id, client, waiter)
                if let answer { waiter.resume(returning: answer) }
            }
        } onCancel: {
            leave(id)
        }
    }

    /// - Returns: the answer where there is no need to wait.
    private func enter(_ id: UInt64, _ client: String?, _ waiter: Waiter) -> VaultError?? {
        lock.withLock {
            // A cancellation before this found no waiter to resume.
            if Task.isCancelled { return .some(.cancelled) }
            if free > 0 {
                free -= 1
                return .some(nil)
            }
            guard waiting.count < limit, client == nil || !waiting.contains(where: { $0.client == client }) else {
                return .some(.busy)
            }
            waiting.append((id, client, waiter))
            return nil
        }
    }

    private func leave(_ id: UInt64) {
        let waiter = lock.withLock { () -> Waiter? in
            guard let index = waiting.firstIndex(where: { $0.id == id }) else { return nil }
            return waiting.remove(at: index).waiter
        }
        waiter?.resume(returning: .cancelled)
    }

    private func giveTurnBack() {
        let next = lock.withLock { () -> Waiter? in
            guard waiting.isEmpty else { return waiting.removeFirst().waiter }
            free += 1
            return nil
        }
        next?.resume(returning: nil)
    }
}
