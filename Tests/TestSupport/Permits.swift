// SPDX-License-Identifier: MIT
import Foundation

/// A number of permits, which tasks take and return. The one that has waited longest is next.
public final class Permits: @unchecked Sendable {
    private let lock = NSLock()
    private var free: Int
    private var waiters: [CheckedContinuation<Void, Never>] = []

    public init(count: Int) { free = count }

    /// Waits for a permit, calls `body`, and returns the permit.
    public func with(_ body: () async throws -> Void) async rethrows {
        await take()
        defer { giveBack() }
        try await body()
    }

    private func take() async {
        await withCheckedContinuation { waiter in
            let isFree = lock.withLock {
                guard free > 0 else {
                    waiters.append(waiter)
                    return false
                }
                free -= 1
                return true
            }
            if isFree { waiter.resume() }
        }
    }

    private func giveBack() {
        let next: CheckedContinuation<Void, Never>? = lock.withLock {
            guard waiters.isEmpty else { return waiters.removeFirst() }
            free += 1
            return nil
        }
        next?.resume()
    }
}
