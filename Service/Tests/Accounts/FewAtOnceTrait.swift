// SPDX-License-Identifier: MIT
import InkTestSupport
import Testing

/// A trait of tests that run a service in the test process, with its threads and open files. At most 24 run at a time.
///
/// Swift Testing starts all tests at the same time. Foundation's `Process`, with which others run programs, crashes in
/// a process with more than about 1,360 open files, because it reads their list beyond its end.
struct FewAtOnceTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true
    private static let permits = Permits(count: 24)

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        try await Self.permits.with(body)
    }
}

extension Trait where Self == FewAtOnceTrait {
    static var fewAtOnce: Self { Self() }
}
