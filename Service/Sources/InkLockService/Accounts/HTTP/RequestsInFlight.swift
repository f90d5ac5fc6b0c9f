// SPDX-License-Identifier: MIT
import Foundation

/// The requests that are being answered, so that the database stays open until the last of them is done.
final class RequestsInFlight: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private var isClosed = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs `body` unless the service is ending.
    /// - Throws: ``APIError/stopping``, and what `body` throws.
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

    /// Lets no further request in and returns when all have been answered.
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
