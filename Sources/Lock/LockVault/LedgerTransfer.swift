// SPDX-License-Identifier: MIT
import LockFlow

/// Reads and moves the entries of ledgers without their vault: for a service with several ledgers beside one vault.
///
/// An entry is bound to the ledger that it was written for (``AttemptLedger/identity``): found in another one, it is damage. A
/// service that begins a new ledger as a copy of another reseals the entry. Both functions work on bytes alone, so that they
/// can be used within a database's transaction.
public struct LedgerTransfer: Sendable {
    private let ring: [DeviceSecrets]

    /// - Parameter deviceKey: the vault's, or a ``DeviceKeyRing`` with it.
    /// - Throws: ``VaultError/deviceKeyMissing``, ``VaultError/deviceKeyUnusable``.
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
        let (entry, secrets) = try opened(stored, old)
        var random = SystemRandomNumberGenerator()
        let version = VersionNumber.next(after: max(stored.version, replaced), random: &random)
        return entry.sealed(secrets, identity: new, version: version, random: &random)
    }

    /// An entry as it belongs to its vault's record, which may have another device key of the ring: with all counts,
    /// penalties and digests of drawings.
    /// - Parameters:
    ///   - stored: what the ledger holds.
    ///   - identity: the ledger's.
    ///   - record: the vault's record, or at least its first ``VaultRecord/headByteCount`` bytes.
    /// - Returns: `nil` if the entry has the record's key already.
    /// - Throws: ``VaultError/damaged`` if the entry or the record has no key of the ring, or is not of this ledger.
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

    /// The wrong attempts that an entry counts since the owner was last let in by way of its ledger.
    /// - Parameters:
    ///   - stored: what the ledger holds.
    ///   - identity: the ledger's.
    /// - Throws: ``VaultError/damaged`` if the entry is not of this device key, or not of this ledger.
    /// - Complexity: O(bytes).
    public func failedAttempts(in stored: StoredBytes, of identity: [UInt8]) throws(VaultError) -> FailedAttempts {
        let attempts = try opened(stored, identity).entry.attempts
        return FailedAttempts(count: attempts.unseen.sinceOwner, lastWallMilliseconds: attempts.lastFailure)
    }
}
