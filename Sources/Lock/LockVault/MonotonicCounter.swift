// SPDX-License-Identifier: MIT
import Foundation

/// A number that only rises, in a place where no older copy of it can be put back: an NV index of a TPM, a keychain item, a
/// server.
///
/// A vault with one notices that its ledger was put back even where the record was put back with it. A counter serves one
/// ledger; the vault raises it by one with each counted attempt.
public protocol MonotonicCounter: Sendable {
    /// The number at this moment.
    /// - Throws: ``VaultError/storage(_:code:)``. Nothing is tried then.
    func value() async throws(VaultError) -> UInt64

    /// Raises the number to `least`, durably, and never lowers it.
    ///
    /// Hardware that can only add one does so until the number is high enough, while it keeps other processes away.
    /// - Parameter least: at most two more than ``value()`` in a vault's use.
    /// - Throws: ``VaultError/storage(_:code:)``. Nothing is tried then.
    func advance(to least: UInt64) async throws(VaultError)
}

/// A counter that lasts as long as the process: for tests, and as an example of the protocol.
public final class MemoryCounter: MonotonicCounter {
    private let number: Locked

    /// A counter that begins at `value`.
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
