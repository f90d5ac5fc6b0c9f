// SPDX-License-Identifier: MIT
import Crypto

/// Turns passcodes into keys, away from the caller's thread, a bounded number at a time.
///
/// One may serve any number of vaults, and should: what it bounds is the machine's.
public protocol Deriver: Sendable {
    /// Waits until an attempt may begin, and does `body`.
    /// - Throws: ``VaultError/busy`` at once if too many wait, ``VaultError/cancelled`` while waiting; else what `body`
    ///   throws.
    func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result

    /// scrypt of `passcode`: 32 bytes. Not cancelled, so that an attempt that was counted comes to its end.
    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey
}
