// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// A trait of tests that block their thread, for example until a program ends.
///
/// They run on two threads of their own. The threads that tasks share are as few as the machine's cores. Services and
/// clients in the test process need them.
struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingThreads.shared, operation: body)
    }
}

extension Trait where Self == BlockingTrait {
    static var blocking: Self { Self() }
}

/// The threads of blocking tests.
private final class BlockingThreads: TaskExecutor, @unchecked Sendable {
    static let shared = BlockingThreads(count: 2)

    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []

    private init(count: Int) {
        for _ in 0..<count {
            let thread = Thread { while true { self.next().runSynchronously(on: self.asUnownedTaskExecutor()) } }
            // As much as the main thread has: parsers recurse.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock { jobs.append(job) }
        condition.signal()
    }

    private func next() -> UnownedJob {
        condition.withLock {
            while jobs.isEmpty { condition.wait() }
            return jobs.removeFirst()
        }
    }
}
