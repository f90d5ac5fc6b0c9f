// SPDX-License-Identifier: MIT
import Crypto
import LockVault
import Synchronization
import Tracing

/// A deriver that records its waits and derivations as spans of the current request, and counts them.
struct TracedDeriver: Deriver {
    let base: DerivationLane
    let device: DerivationQueue.Priority
    let metrics: ServiceMetrics?

    func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        let wait = TraceContext.current == nil ? nil : startSpan("wait for a derivation")
        let hasTurn = Atomic(false)
        do throws(VaultError) {
            return try await base.withTurn { () async throws(VaultError) in
                hasTurn.store(true, ordering: .relaxed)
                wait?.end()
                return try await body()
            }
        } catch {
            if error == .busy, !hasTurn.load(ordering: .relaxed) { metrics?.refused(device) }
            // A span that has ended already stays as it is.
            wait?.setStatus(SpanStatus(code: .error))
            wait?.end()
            throw error
        }
    }

    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        let span = TraceContext.current == nil ? nil : startSpan("derivation")
        let start = ContinuousClock.now
        defer {
            span?.end()
            metrics?.derived(device, in: start.duration(to: .now))
        }
        return try await base.derive(passcode, by: hash)
    }
}

extension AccountStore {
    /// Runs a transaction as a span of the current request, and counts it.
    /// - Parameter system: The name of the database's program.
    func traced<Result>(
        _ use: ServiceMetrics.DatabaseUse, _ system: String, _ metrics: ServiceMetrics?,
        _ body: () async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        let start = ContinuousClock.now
        defer { metrics?.used(use, for: start.duration(to: .now)) }
        guard TraceContext.current != nil else { return try await body() }
        let span = startSpan("database \(use.rawValue)", ofKind: .client)
        span.attributes["db.system.name"] = system
        defer { span.end() }
        do throws(StoreError) { return try await body() } catch {
            span.setStatus(SpanStatus(code: .error))
            throw error
        }
    }
}
