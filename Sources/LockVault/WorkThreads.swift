// SPDX-License-Identifier: MIT
import Foundation

/// Threads of our own for work that blocks or takes long. Swift's cooperative pool, which serves everything else, has one
/// thread a core and none to spare.
final class WorkThreads: Sendable {
    private let queue = WorkQueue()

    /// - Parameter count: how many threads, at least 1.
    init(_ count: Int) {
        for _ in 0..<max(1, count) {
            let thread = Thread { [queue] in
                while let work = queue.next() { work() }
            }
            thread.name = "InkLock"
            thread.qualityOfService = .userInitiated
            thread.start()
        }
    }

    deinit { queue.close() }

    /// Does `work` on one of the threads and waits for it without blocking.
    func run<Result: Sendable>(
        _ work: @escaping @Sendable () throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        let result = await withCheckedContinuation { waiter in
            queue.append {
                let result: Swift.Result<Result, VaultError>
                do throws(VaultError) { result = .success(try work()) } catch { result = .failure(error) }
                waiter.resume(returning: result)
            }
        }
        return try result.get()
    }
}

/// Work that threads take, first come, first served.
private final class WorkQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var work: [@Sendable () -> Void] = []
    private var isClosed = false

    func append(_ item: @escaping @Sendable () -> Void) {
        condition.withLock {
            work.append(item)
            condition.signal()
        }
    }

    /// Waits for work; `nil` when there will be none.
    func next() -> (@Sendable () -> Void)? {
        condition.withLock {
            while work.isEmpty && !isClosed { condition.wait() }
            return work.isEmpty ? nil : work.removeFirst()
        }
    }

    func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }
}
