// SPDX-License-Identifier: MIT
import Foundation

/// A pool of threads for work that blocks or takes long, which must not occupy Swift's cooperative threads.
///
/// Urgent work has priority. Background work may use a limited number of the threads, so that urgent work can start.
final class WorkThreads: Sendable {
    private let queue: WorkQueue

    /// - Parameters:
    ///   - count: The number of threads, at least 1.
    ///   - background: The maximum number of threads for work that is not urgent, at least 1. The default is all.
    init(_ count: Int, background: Int = .max) {
        queue = WorkQueue(background: max(1, min(background, count)))
        for _ in 0..<max(1, count) {
            let thread = Thread { [queue] in
                while let (work, isUrgent) = queue.next() {
                    work()
                    queue.finished(isUrgent: isUrgent)
                }
            }
            thread.name = "InkLock"
            thread.qualityOfService = .userInitiated
            thread.start()
        }
    }

    deinit { queue.close() }

    /// The number of work items that no thread has started.
    var waitingCount: Int { queue.count }

    /// Performs `work` on one of the threads and waits for its result without blocking.
    func run<Result: Sendable>(
        isUrgent: Bool = true, _ work: @escaping @Sendable () throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        let result = await withCheckedContinuation { waiter in
            queue.append(isUrgent: isUrgent) {
                let result: Swift.Result<Result, VaultError>
                do throws(VaultError) { result = .success(try work()) } catch { result = .failure(error) }
                waiter.resume(returning: result)
            }
        }
        return try result.get()
    }
}

/// A queue of work for threads: urgent work first, otherwise in the order of arrival.
private final class WorkQueue: @unchecked Sendable {
    typealias Work = @Sendable () -> Void

    private let condition = NSCondition()
    private var urgent: [Work] = []
    private var background: [Work] = []
    /// The number of threads that may still take background work.
    private var freeBackgroundThreads: Int
    private var isClosed = false

    init(background: Int) { freeBackgroundThreads = background }

    var count: Int { condition.withLock { urgent.count + background.count } }

    func append(isUrgent: Bool, _ item: @escaping Work) {
        condition.withLock {
            if isUrgent { urgent.append(item) } else { background.append(item) }
            condition.signal()
        }
    }

    /// Waits for the next work item and returns it; `nil` after the queue was closed.
    func next() -> (Work, isUrgent: Bool)? {
        condition.withLock {
            while true {
                if !urgent.isEmpty { return (urgent.removeFirst(), true) }
                if !background.isEmpty && freeBackgroundThreads > 0 {
                    freeBackgroundThreads -= 1
                    return (background.removeFirst(), false)
                }
                // On closing, the threads that do work that is not urgent also do what remains of it.
                if isClosed { return nil }
                condition.wait()
            }
        }
    }

    func finished(isUrgent: Bool) {
        guard !isUrgent else { return }
        condition.withLock {
            freeBackgroundThreads += 1
            condition.signal()
        }
    }

    func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }
}
