// SPDX-License-Identifier: MIT
import Foundation
import LockFlow

/// Reading and writing the vault's record and ledger. Every operation begins with a reading.
extension Vault {
    /// A record, the device's secrets and a ledger entry that match.
    struct LoadedState: Sendable {
        var record: VaultRecord
        /// The secrets of the record's device key.
        var secrets: DeviceSecrets
        var entry: LedgerEntry
        /// The version of the stored ledger; 0 for a decoy's ledger that does not exist yet.
        var ledgerVersion: UInt64
    }

    /// The result of reading the vault.
    enum LoadResult: Sendable {
        case sound(LoadedState)
        /// A record that only high-entropy methods open.
        case closed(VaultRecord, RecoveryReason)
        case wiped
        /// A ledger that counts attempts on a vault whose record is missing.
        case vanished
        /// There is no vault, and there was none before. A vault whose creation was interrupted counts as absent; its
        /// record's generation is given.
        case absent(abandoned: UInt64?)
    }

    /// Reads the counter, the ledger, the device key and the record.
    ///
    /// The ledger is read before the record, so that a concurrent change can only make the record look newer, which is
    /// not an error. A mismatch is read again, because another process may have written both meanwhile.
    /// - Throws: ``VaultError/damaged`` and the errors of the storage.
    func loadResult() async throws(VaultError) -> LoadResult {
        var loaded = LoadResult.absent(abandoned: nil)
        for _ in 0..<3 {
            let least = try await counter?.value()
            let counted = try await loadLedger()
            let most = try await counter?.value()
            let ring = try await loadSecrets()
            let stored: StoredBytes
            do throws(VaultError) {
                stored = try await store.load()
            } catch {
                guard error == .missing else { throw error }
                loaded = resultWithoutRecord(counted, ring)
                if case .vanished = loaded { continue }
                return loaded
            }
            let record = try VaultRecord(stored)
            guard let secrets = ring.first(where: { record.deviceKeyName == $0.name(in: record.id) }) else {
                return .closed(record, .deviceKeyChanged)
            }
            guard VaultRecord.isAuthentic(stored, of: record.id, secrets) else { return .closed(record, .vaultDamaged) }
            if record.isBeingCreated {
                // A vault that was in use has a ledger that saw a later record, or a counter that advanced.
                if let entry = entry(counted, secrets), entry.vault == record.id,
                    entry.generation > record.generation || least.map({ entry.counter <= $0 }) ?? false
                {
                    return .closed(record, .attemptsUnknown)
                }
                return .absent(abandoned: record.generation)
            }
            if let state = state(record, secrets, ring, counted, counter: least, most) {
                guard state.entry.attempts.isWiped else { return .sound(state) }
                // The wipe was interrupted, or an older copy was restored.
                try await store.remove()
                return .wiped
            }
            loaded = .closed(record, .attemptsUnknown)
        }
        return loaded
    }

    /// Reads a vault that can be guessed at.
    /// - Throws: ``VaultError/missing``, ``VaultError/refused(_:)`` if no guess is possible.
    func loadUsable() async throws(VaultError) -> LoadedState {
        switch try await loadResult() {
        case .sound(let state): return state
        case .closed(_, let reason): throw .refused(.recoveryRequired(reason))
        case .wiped: throw .refused(.wiped)
        case .vanished: throw .refused(.recoveryRequired(.vaultVanished))
        case .absent: throw .missing
        }
    }

    /// Interprets a ledger without a record. An unreadable ledger belonged to some vault, too.
    private func resultWithoutRecord(_ counted: LoadedLedger, _ ring: [DeviceSecrets]) -> LoadResult {
        if case .missing = counted { return .absent(abandoned: nil) }
        let entries = ring.compactMap { self.entry(counted, $0) }
        guard let entry = entries.first, entry.attempts.isWiped else { return .vanished }
        return .wiped
    }

    private func entry(_ counted: LoadedLedger, _ secrets: DeviceSecrets) -> LedgerEntry? {
        guard case .stored(let stored) = counted else { return nil }
        return LedgerEntry(stored, secrets, identity: ledger.identity)
    }

    /// Reads the ledger beside a record.
    ///
    /// A single ledger may be sealed under a different key from the record's if the process ended while it moved the
    /// vault to the current key. The record identifies older copies of this ledger. It does not identify older copies
    /// if there are several ledgers, so they must have the record's key.
    private func entry(
        _ counted: LoadedLedger, beside secrets: DeviceSecrets, _ ring: [DeviceSecrets]
    ) -> LedgerEntry? {
        if let entry = entry(counted, secrets) { return entry }
        guard !parameters.ledgerIsOneOfSeveral else { return nil }
        for other in ring {
            guard var entry = entry(counted, other) else { continue }
            entry.move(from: other)
            return entry
        }
        return nil
    }

    /// Matches a record with a ledger.
    /// - Returns: `nil` if the ledger is missing, damaged, out of date, or of another vault or identity.
    private func state(
        _ record: VaultRecord, _ secrets: DeviceSecrets, _ ring: [DeviceSecrets], _ counted: LoadedLedger,
        counter least: UInt64?, _ most: UInt64?
    ) -> LoadedState? {
        guard let entry = entry(counted, beside: secrets, ring), entry.vault == record.id,
            isDecoy || isUpToDate(entry, counted.version, record, counter: least, most)
        else {
            guard isDecoy else { return nil }
            let entry = LedgerEntry(vault: record.id, generation: record.generation, attempt: record.lastAttempt)
            return LoadedState(record: record, secrets: secrets, entry: entry, ledgerVersion: counted.version)
        }
        ledgerSeen = (record.id, counted.version)
        return LoadedState(record: record, secrets: secrets, entry: entry, ledgerVersion: counted.version)
    }

    /// Returns a Boolean value that indicates whether neither the record nor the ledger is an older copy, judged by the
    /// other and by the counter.
    private func isUpToDate(
        _ entry: LedgerEntry, _ version: UInt64, _ record: VaultRecord, counter least: UInt64?, _ most: UInt64?
    ) -> Bool {
        guard entry.generation <= record.generation, version >= seen(record.id) else { return false }
        // The counter is raised after the ledger is written, and was read before and after it.
        if let least, let most, entry.counter < least || entry.counter > most && entry.counter - most > 1 {
            return false
        }
        guard !parameters.ledgerIsOneOfSeveral else { return true }
        return version >= record.ledgerFloor
            && (entry.attempt == record.lastAttempt || entry.earlierAttempt == record.lastAttempt)
    }

    private func seen(_ vault: VaultID) -> UInt64 { ledgerSeen?.vault == vault ? ledgerSeen?.version ?? 0 : 0 }

    /// The result of reading the ledger's storage.
    enum LoadedLedger: Sendable {
        case missing
        case unreadable
        case stored(StoredBytes)

        /// The stored version; 0 if there is none.
        var version: UInt64 {
            guard case .stored(let stored) = self else { return 0 }
            return stored.version
        }
    }

    func loadLedger() async throws(VaultError) -> LoadedLedger {
        do throws(VaultError) {
            return .stored(try await ledger.load())
        } catch .missing {
            return .missing
        } catch .damaged, .insecurePermissions {
            return .unreadable
        }
    }

    /// Returns the secrets of the device keys; none if the device has no key.
    private func loadSecrets() async throws(VaultError) -> [DeviceSecrets] {
        do throws(VaultError) {
            return try await deviceKey.allSecrets()
        } catch .deviceKeyMissing {
            return []
        }
    }

    /// Writes the ledger's entry durably.
    /// - Throws: ``VaultError/conflict`` if another process wrote it meanwhile.
    func writeLedger(_ state: inout LoadedState) async throws(VaultError) {
        state.entry.generation = max(state.entry.generation, state.record.generation)
        let old = state.ledgerVersion
        let new = VersionNumber.next(after: old, random: &random)
        let stored = state.entry.sealed(
            state.secrets, identity: ledger.identity, version: new, random: &random)
        do throws(VaultError) {
            try await ledger.save(stored, replacing: old == 0 ? nil : old)
        } catch .exists, .missing {
            throw .conflict
        }
        state.ledgerVersion = new
        ledgerSeen = (state.record.id, max(seen(state.record.id), new))
    }

    /// Changes the ledger, and repeats the change on the new entry if another process wrote one meanwhile.
    /// - Returns: The result of the last call of `change`.
    @discardableResult
    func updateLedger<Result>(
        _ state: inout LoadedState, _ change: (inout LedgerEntry) -> Result
    ) async throws(VaultError) -> Result {
        try await updateLedger(&state, loaded: { change(&$0.entry) })
    }

    /// Changes the ledger like ``updateLedger(_:_:)``, with what else was loaded.
    /// - Parameter change: A change of the entry. The record stays as it was.
    @discardableResult
    func updateLedger<Result>(
        _ state: inout LoadedState, loaded change: (inout LoadedState) throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        for _ in 0..<Self.maximumRetries {
            let result = try change(&state)
            do throws(VaultError) {
                try await writeLedger(&state)
                return result
            } catch .conflict {
                let now = try await loadUsable()
                state.entry = now.entry
                // The vault may have moved to another device key, and the ledger must have the record's.
                state.secrets = now.secrets
                state.ledgerVersion = now.ledgerVersion
            }
        }
        throw .conflict
    }

    /// Writes a changed record durably. A failure leaves the state unchanged, because a ledger must not contain a
    /// generation that was never stored.
    func write(_ state: inout LoadedState) async throws(VaultError) {
        var record = state.record
        let old = record.generation
        record.generation = VersionNumber.next(after: old, random: &random)
        record.ledgerFloor = max(record.ledgerFloor, state.ledgerVersion)
        record.lastAttempt = state.entry.attempt
        let new = record.encoded(state.secrets)
        do throws(VaultError) { try await store.save(new, replacing: old) } catch {
            // A storage that reports an error may have stored the record all the same, without making it durable.
            guard case .storage = error, (try? await store.load()) == new else { throw error }
            record.generation = VersionNumber.next(after: new.version, random: &random)
            try await store.save(record.encoded(state.secrets), replacing: new.version)
        }
        state.record = record
    }
}
