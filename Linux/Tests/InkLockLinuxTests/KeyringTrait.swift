// SPDX-License-Identifier: MIT
import InkTestSupport
import Testing

/// A trait of tests that use the keyring of ``PrivateSession``, which some of them stop. One runs at a time, whatever
/// its suite.
struct KeyringTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true
    private static let turns = Permits(count: 1)

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        try await Self.turns.with(body)
    }
}

extension Trait where Self == KeyringTrait {
    static var keyring: Self { Self() }
}
