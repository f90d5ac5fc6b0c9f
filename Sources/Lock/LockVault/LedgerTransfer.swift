// SPDX-License-Identifier: MIT
import LockFlow

/// Reads and moves the entries of ledgers without their vault: for a service with several ledgers beside one vault.
///
/// An entry is bound to the ledger that it was written for (``AttemptLedger/identity``): found in another one, it is damage. A
/// service that begins a new ledger as a copy of another reseals the entry. Both functions work on bytes alone, so that they
/// can be used within a database's transaction.
public struct LedgerTransfer: Sendable {
    private let secrets: DeviceSecrets

    /// - Parameter deviceKey: the vault's.
    /// - Throws: ``VaultError/deviceKeyMissing``, ``VaultError/deviceKeyUnusable``.
    public init(deviceKey: any DeviceKey) async throws(VaultError) {
        secrets = try DeviceSecrets(try await deviceKey.secret())
    }

    /// An entry as another ledger of the same vault holds it: with all counts, penalties and digests of drawings.
    /// - Parameters:
    ///   - stored: what the ledger `old` holds.
    ///   - old: the identity of the ledger that it was written for.
    ///   - new: the identity of the ledger that it is for.
    ///   - replaced: the version of what it takes the place of; 0 for nothing.
    /// - Throws: ``VaultError/damaged`` if the entry is not of this device key, or not of the ledger `old`.
    /// - Complexity: O(bytes).
    public func resealed(
        _ stored: StoredBytes, from old: [UInt8], to new: [UInt8], replacing replaced: UInt64 = 0
    ) throws(VaultError) -> StoredBytes {
        guard let entry = LedgerEntry(stored, secrets, identity: old) else { throw .damaged }
        var random = SystemRandomNumberGenerator()
        let version = VersionNumber.next(after: max(stored.version, replaced), random: &random)
        return entry.sealed(secrets, identity: new, version: version, random: &random)
    }

    /// The wrong attempts that an entry counts since the owner was last let in by way of its ledger.
    /// - Parameters:
    ///   - stored: what the ledger holds.
    ///   - identity: the ledger's.
    /// - Throws: ``VaultError/damaged`` if the entry is not of this device key, or not of this ledger.
    /// - Complexity: O(bytes).
    public func failedAttempts(in stored: StoredBytes, of identity: [UInt8]) throws(VaultError) -> FailedAttempts {
        guard let entry = LedgerEntry(stored, secrets, identity: identity) else { throw .damaged }
        let attempts = entry.attempts
        return FailedAttempts(count: attempts.unseen.sinceOwner, lastWallMilliseconds: attempts.lastFailure)
    }
}
