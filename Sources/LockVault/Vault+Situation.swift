// SPDX-License-Identifier: MIT
import Foundation
import LockFlow

/// What is found in the places: what everything else begins with.
extension Vault {
    /// Everything there is, and fits together.
    struct Situation: Sendable {
        var record: VaultRecord
        let secrets: DeviceSecrets
        var entry: LedgerEntry
        /// 0 for a decoy's ledger that is not there yet.
        var ledgerVersion: UInt64
    }

    /// What was found.
    enum Finding: Sendable {
        case sound(Situation)
        /// A record that only what cannot be guessed opens.
        case closed(VaultRecord, RecoveryReason)
        case wiped
        /// A ledger that counts attempts on a vault, and no vault.
        case vanished
        /// No vault, and none before. A vault whose making broke off is none; its record's generation is given.
        case absent(abandoned: UInt64?)
    }

    /// Reads everything. The ledger comes before the record, so that a change between the two readings makes the vault look
    /// newer, which is no fault, and never the ledger. What does not fit is read again, because another process may have written
    /// both meanwhile.
    /// - Throws: ``VaultError/damaged`` and what the places throw.
    func find() async throws(VaultError) -> Finding {
        var finding = Finding.absent(abandoned: nil)
        for _ in 0..<3 {
            let least = try await counter?.value()
            let counted = try await loadLedger()
            let most = try await counter?.value()
            let secrets = try await loadSecrets()
            let stored: StoredBytes
            do throws(VaultError) {
                stored = try await store.load()
            } catch {
                guard error == .missing else { throw error }
                finding = whatIsLeft(counted, secrets)
                if case .vanished = finding { continue }
                return finding
            }
            let record = try VaultRecord(stored)
            guard let secrets, record.deviceKeyName == secrets.name(in: record.id) else {
                return .closed(record, .deviceKeyChanged)
            }
            guard VaultRecord.isAuthentic(stored, of: record.id, secrets) else { return .closed(record, .vaultDamaged) }
            if record.isBeingMade {
                // A vault that was in use has a ledger that saw a later record, or a counter that went on.
                if let entry = entry(counted, secrets), entry.vault == record.id,
                    entry.generation > record.generation || entry.counter < least ?? 0
                {
                    return .closed(record, .attemptsUnknown)
                }
                return .absent(abandoned: record.generation)
            }
            if let situation = situation(record, secrets, counted, counter: least, most) {
                guard situation.entry.attempts.isWiped else { return .sound(situation) }
                // The wiping broke off, or an older copy was put back.
                try await store.remove()
                return .wiped
            }
            finding = .closed(record, .attemptsUnknown)
        }
        return finding
    }

    /// - Throws: ``VaultError/missing``, ``VaultError/refused(_:)`` if nothing can be guessed at.
    func findSound() async throws(VaultError) -> Situation {
        switch try await find() {
        case .sound(let situation): return situation
        case .closed(_, let reason): throw .refused(.recoveryRequired(reason))
        case .wiped: throw .refused(.wiped)
        case .vanished: throw .refused(.recoveryRequired(.vaultVanished))
        case .absent: throw .missing
        }
    }

    /// What a ledger without a vault says. One that cannot be read was some vault's, too.
    private func whatIsLeft(_ counted: LoadedLedger, _ secrets: DeviceSecrets?) -> Finding {
        if case .missing = counted { return .absent(abandoned: nil) }
        guard let secrets, let entry = entry(counted, secrets), entry.attempts.isWiped else { return .vanished }
        return .wiped
    }

    private func entry(_ counted: LoadedLedger, _ secrets: DeviceSecrets) -> LedgerEntry? {
        guard case .stored(let stored) = counted else { return nil }
        return LedgerEntry(stored, secrets, identity: ledger.identity)
    }

    /// - Returns: `nil` if the ledger is missing, damaged, another vault's or another ledger's, or older than it once was.
    private func situation(
        _ record: VaultRecord, _ secrets: DeviceSecrets, _ counted: LoadedLedger, counter least: UInt64?,
        _ most: UInt64?
    ) -> Situation? {
        guard let entry = entry(counted, secrets), entry.vault == record.id,
            isDecoy || fits(entry, counted.version, record, counter: least, most)
        else {
            guard isDecoy else { return nil }
            let entry = LedgerEntry(vault: record.id, generation: record.generation, attempt: record.lastAttempt)
            return Situation(record: record, secrets: secrets, entry: entry, ledgerVersion: counted.version)
        }
        ledgerSeen = (record.id, counted.version)
        return Situation(record: record, secrets: secrets, entry: entry, ledgerVersion: counted.version)
    }

    /// Whether neither record nor ledger is an older copy beside the other, or beside the counter.
    private func fits(
        _ entry: LedgerEntry, _ version: UInt64, _ record: VaultRecord, counter least: UInt64?, _ most: UInt64?
    ) -> Bool {
        guard entry.generation <= record.generation, version >= seen(record.id) else { return false }
        // The counter is raised after the ledger is written, and was read before and after it.
        if let least, let most, entry.counter < least || entry.counter > most && entry.counter - most > 1 { return false }
        guard !parameters.ledgerIsOneOfSeveral else { return true }
        return version >= record.ledgerFloor
            && (entry.attempt == record.lastAttempt || entry.earlierAttempt == record.lastAttempt)
    }

    private func seen(_ vault: VaultID) -> UInt64 { ledgerSeen?.vault == vault ? ledgerSeen?.version ?? 0 : 0 }

    /// What a ledger's place gave.
    enum LoadedLedger: Sendable {
        case missing
        case unreadable
        case stored(StoredBytes)

        /// 0 where none can be told.
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
        } catch .damaged, .exposed {
            return .unreadable
        }
    }

    /// - Returns: `nil` if the device has no key.
    private func loadSecrets() async throws(VaultError) -> DeviceSecrets? {
        do throws(VaultError) {
            return try DeviceSecrets(try await deviceKey.secret())
        } catch .deviceKeyMissing {
            return nil
        }
    }

    /// Writes the ledger's entry, durably.
    /// - Throws: ``VaultError/conflict`` if another process wrote it meanwhile.
    func count(_ situation: inout Situation) async throws(VaultError) {
        situation.entry.generation = max(situation.entry.generation, situation.record.generation)
        let old = situation.ledgerVersion
        let new = VersionNumber.next(after: old, random: &random)
        let stored = situation.entry.sealed(
            situation.secrets, identity: ledger.identity, version: new, random: &random)
        do throws(VaultError) {
            try await ledger.save(stored, replacing: old == 0 ? nil : old)
        } catch .exists, .missing {
            throw .conflict
        }
        situation.ledgerVersion = new
        ledgerSeen = (situation.record.id, max(seen(situation.record.id), new))
    }

    /// Changes what the ledger says, and does it again on what another process wrote meanwhile.
    /// - Returns: what `change` gave at last.
    @discardableResult
    func settle<Result>(
        _ situation: inout Situation, _ change: (inout LedgerEntry) -> Result
    ) async throws(VaultError) -> Result {
        for _ in 0..<Self.patience {
            let result = change(&situation.entry)
            do throws(VaultError) {
                try await count(&situation)
                return result
            } catch .conflict {
                let now = try await findSound()
                situation.entry = now.entry
                situation.ledgerVersion = now.ledgerVersion
            }
        }
        throw .conflict
    }

    /// Writes a changed record, durably. What fails leaves the situation as it was: a ledger must not know a generation that was
    /// never stored.
    func write(_ situation: inout Situation) async throws(VaultError) {
        var record = situation.record
        let old = record.generation
        record.generation = VersionNumber.next(after: old, random: &random)
        record.ledgerFloor = max(record.ledgerFloor, situation.ledgerVersion)
        record.lastAttempt = situation.entry.attempt
        try await store.save(record.encoded(situation.secrets), replacing: old)
        situation.record = record
    }
}
