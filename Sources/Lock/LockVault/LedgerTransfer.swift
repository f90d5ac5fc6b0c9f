// SPDX-License-Identifier: MIT
import LockFlow

/// A reader of ledger entries that reseals them without their vault, for a service that keeps several ledgers for one
/// vault.
///
/// An entry is valid only in the ledger that it was written for (``AttemptLedger/identity``). A service that starts a
/// ledger as a copy of another must reseal the entry. The methods work on bytes only, so that they can be called within
/// a database transaction.
public struct LedgerTransfer: Sendable {
    private let ring: [DeviceSecrets]

    /// Loads the device keys that the entries are sealed with.
    /// - Parameter deviceKey: The vault's device key, or a ``DeviceKeyRing`` that contains it.
    /// - Throws: ``VaultError/deviceKeyMissing`` or ``VaultError/deviceKeyUnusable``.
    public init(deviceKey: any DeviceKey) async throws(VaultError) { ring = try await deviceKey.allSecrets() }

    /// A Boolean value that indicates whether there is more than one device key.
    public var hasSeveralKeys: Bool { ring.count > 1 }

    private func opened(
        _ stored: StoredBytes, _ identity: [UInt8]
    ) throws(VaultError) -> (entry: LedgerEntry, secrets: DeviceSecrets) {
        for secrets in ring {
            if let entry = LedgerEntry(stored, secrets, identity: identity) { return (entry, secrets) }
        }
        throw .damaged
    }

    /// Returns an entry sealed for another ledger of the same vault, with its counts, penalties and drawing digests.
    /// - Parameters:
    ///   - stored: The contents of the ledger `old`.
    ///   - old: The identity of the ledger that the entry was written for.
    ///   - new: The identity of the ledger to seal the entry for.
    ///   - replaced: The version of the entry that the new one replaces, or 0.
    /// - Throws: ``VaultError/damaged`` if the entry was sealed with another device key or for a ledger other than
    ///   `old`.
    /// - Complexity: O(bytes).
    public func resealed(
        _ stored: StoredBytes, from old: [UInt8], to new: [UInt8], replacing replaced: UInt64 = 0
    ) throws(VaultError) -> StoredBytes {
        let (entry, secrets) = try opened(stored, old)
        var random = SystemRandomNumberGenerator()
        let version = VersionNumber.next(after: max(stored.version, replaced), random: &random)
        return entry.sealed(secrets, identity: new, version: version, random: &random)
    }

    /// Returns an entry sealed under the device key of its vault's record, with its counts, penalties and drawing
    /// digests.
    /// - Parameters:
    ///   - stored: The contents of the ledger.
    ///   - identity: The identity of the ledger.
    ///   - record: The vault's record, or at least its first ``VaultRecord/headByteCount`` bytes.
    /// - Returns: `nil` if the entry is sealed under the record's key already.
    /// - Throws: ``VaultError/damaged`` if the key of the entry or of the record is not in the ring, or if the entry
    ///   belongs to another ledger or vault.
    /// - Complexity: O(bytes).
    public func moved(
        _ stored: StoredBytes, of identity: [UInt8], to record: some Collection<UInt8>
    ) throws(VaultError) -> StoredBytes? {
        var (entry, old) = try opened(stored, identity)
        guard let (vault, name) = VaultRecord.head(record), vault == entry.vault,
            let new = ring.first(where: { $0.name(in: vault) == name })
        else { throw .damaged }
        guard old.name(in: vault) != name else { return nil }
        entry.move(from: old)
        var random = SystemRandomNumberGenerator()
        let version = VersionNumber.next(after: stored.version, random: &random)
        return entry.sealed(new, identity: identity, version: version, random: &random)
    }

    /// Returns the wrong attempts that an entry counts since the owner last unlocked with this ledger.
    /// - Parameters:
    ///   - stored: The contents of the ledger.
    ///   - identity: The identity of the ledger.
    /// - Throws: ``VaultError/damaged`` if the entry was sealed with another device key or for another ledger.
    /// - Complexity: O(bytes).
    public func failedAttempts(in stored: StoredBytes, of identity: [UInt8]) throws(VaultError) -> FailedAttempts {
        let attempts = try opened(stored, identity).entry.attempts
        return FailedAttempts(count: attempts.unreported.sinceOwnerOpened, lastWallMilliseconds: attempts.lastFailure)
    }
}
