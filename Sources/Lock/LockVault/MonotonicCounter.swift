// SPDX-License-Identifier: MIT
import Foundation

/// A number that only rises, in storage that cannot be rolled back, such as an NV index of a TPM, a keychain item or a
/// server.
///
/// With a counter, a vault detects an older copy of its ledger even if an older copy of its record was restored too.
/// Each ledger has its own counter, which the vault raises by one for each attempt.
public protocol MonotonicCounter: Sendable {
    /// Returns the current number.
    /// - Throws: ``VaultError/storage(_:code:)``. The vault then makes no comparison.
    func value() async throws(VaultError) -> UInt64

    /// Raises the number to `least`, durably, and never lowers it.
    ///
    /// If the hardware can only increment, increment repeatedly and exclude other processes meanwhile.
    /// - Parameter least: The minimum number after the call. Vaults pass at most ``value()`` + 2.
    /// - Throws: ``VaultError/storage(_:code:)``. The vault then makes no comparison.
    func advance(to least: UInt64) async throws(VaultError)
}

/// A counter in memory, for tests and as an example of the protocol.
public final class InMemoryCounter: MonotonicCounter {
    private let number: Locked

    /// Creates a counter that begins at `value`.
    public init(_ value: UInt64 = 0) { number = Locked(value) }

    public func value() -> UInt64 { number.withLock { $0 } }

    public func advance(to least: UInt64) { number.withLock { $0 = max($0, least) } }

    private final class Locked: @unchecked Sendable {
        private let lock = NSLock()
        private var value: UInt64

        init(_ value: UInt64) { self.value = value }

        func withLock<Result>(_ body: (inout UInt64) -> Result) -> Result { lock.withLock { body(&value) } }
    }
}
