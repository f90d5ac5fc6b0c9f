// SPDX-License-Identifier: MIT
import Synchronization
import Testing

/// A trait of tests that run a service in the test process, with its threads and open files. At most 24 run at a time.
///
/// Swift Testing starts all tests at once. Foundation's `Process`, with which others run programs, crashes in a process
/// with more than about 1,360 open files, because it reads their list beyond its end.
struct FewAtOnceTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        await Permits.shared.take()
        defer { Permits.shared.releaseFreePages() }
        try await body()
    }
}

extension Trait where Self == FewAtOnceTrait {
    static var fewAtOnce: Self { Self() }
}

private final class Permits: Sendable {
    static let shared = Permits(count: 24)

    private let state: Mutex<(free: Int, waiters: [CheckedContinuation<Void, Never>])>

    private init(count: Int) { state = Mutex((count, [])) }

    func take() async {
        await withCheckedContinuation { waiter in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiters.append(waiter)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { waiter.resume() }
        }
    }

    func releaseFreePages() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            if state.waiters.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.resume()
    }
}
