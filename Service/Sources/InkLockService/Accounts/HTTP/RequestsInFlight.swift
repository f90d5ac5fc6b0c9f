// SPDX-License-Identifier: MIT
import Foundation

/// The requests in progress. The database stays open until they are complete.
final class RequestsInFlight: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private var isClosed = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs `body` unless the service is ending.
    /// - Throws: ``APIError/stopping``, and the errors of `body`.
    func run<Result>(_ body: () async throws -> Result) async throws -> Result {
        guard
            lock.withLock({
                count += isClosed ? 0 : 1
                return !isClosed
            })
        else { throw APIError.stopping }
        defer { leave() }
        return try await body()
    }

    /// Refuses further requests and waits until all are complete.
    func close() async {
        await withCheckedContinuation { continuation in
            let isEmpty = lock.withLock {
                isClosed = true
                if count > 0 { waiting.append(continuation) }
                return count == 0
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func leave() {
        let ready = lock.withLock { () -> [CheckedContinuation<Void, Never>] in
            count -= 1
            guard count == 0 else { return [] }
            defer { waiting = [] }
            return waiting
        }
        for continuation in ready { continuation.resume() }
    }
}
