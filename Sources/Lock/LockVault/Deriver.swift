// SPDX-License-Identifier: MIT
import Crypto

/// Derives keys from passcodes on other threads, a bounded number at a time.
///
/// Share one deriver among all vaults of a process, because it bounds the load on the machine.
public protocol Deriver: Sendable {
    /// Waits for a turn and calls `body`.
    /// - Throws: ``VaultError/busy`` immediately if too many callers wait, ``VaultError/cancelled`` if the task is
    ///   cancelled while it waits, and the errors of `body`.
    func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result

    /// Returns the 32-byte key that scrypt derives from a passcode. Cancellation has no effect, so a counted attempt
    /// always completes.
    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey
}
