// SPDX-License-Identifier: MIT
import Foundation

/// Lets so many in at a time, in the order in which they came, and so many wait.
final class TurnQueue: @unchecked Sendable {
    private typealias Waiter = CheckedContinuation<VaultError?, Never>

    private let lock = NSLock()
    private var free: Int
    private let limit: Int
    private var waiting: [(id: UInt64, waiter: Waiter)] = []
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

    /// - Throws: ``VaultError/busy``, ``VaultError/cancelled``, or what `body` throws.
    func withTurn<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        if let error = await takeTurn() { throw error }
        defer { giveTurnBack() }
        return try await body()
    }

    private func takeTurn(isolation: isolated (any Actor)? = #isolation) async -> VaultError? {
        let id = lock.withLock {
            lastID += 1
            return lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let answer = enter(id, waiter)
                if let answer { waiter.resume(returning: answer) }
            }
        } onCancel: {
            leave(id)
        }
    }

    /// - Returns: the answer where there is no need to wait.
    private func enter(_ id: UInt64, _ waiter: Waiter) -> VaultError?? {
        lock.withLock {
            // A cancellation before this found nobody to wake.
            if Task.isCancelled { return .some(.cancelled) }
            if free > 0 {
                free -= 1
                return .some(nil)
            }
            guard waiting.count < limit else { return .some(.busy) }
            waiting.append((id, waiter))
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
