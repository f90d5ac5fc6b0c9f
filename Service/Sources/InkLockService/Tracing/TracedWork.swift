// SPDX-License-Identifier: MIT
import Crypto
import LockVault
import Tracing

/// A deriver whose waits and derivations are spans of the current request.
struct TracedDeriver: Deriver {
    let base: any Deriver

    func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        guard TraceContext.current != nil else { return try await base.withTurn(body) }
        let wait = startSpan("wait for a derivation")
        do throws(VaultError) {
            return try await base.withTurn { () async throws(VaultError) in
                wait.end()
                return try await body()
            }
        } catch {
            // A span that has ended already stays as it is.
            wait.setStatus(SpanStatus(code: .error))
            wait.end()
            throw error
        }
    }

    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        guard TraceContext.current != nil else { return try await base.derive(passcode, by: hash) }
        let span = startSpan("derivation")
        defer { span.end() }
        return try await base.derive(passcode, by: hash)
    }
}

extension AccountStore {
    /// Runs a transaction as a span of the current request.
    /// - Parameters:
    ///   - name: What is done, without anything of what is stored.
    ///   - system: The name of the database's program.
    func traced<Result>(
        _ name: String, _ system: String, _ body: () async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        guard TraceContext.current != nil else { return try await body() }
        let span = startSpan(name, ofKind: .client)
        span.attributes["db.system.name"] = system
        defer { span.end() }
        do throws(StoreError) { return try await body() } catch {
            span.setStatus(SpanStatus(code: .error))
            throw error
        }
    }
}
