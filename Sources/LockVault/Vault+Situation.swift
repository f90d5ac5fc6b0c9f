// SPDX-License-Identifier: MIT
import Foundation
import LockFlow

/// How things stand with a vault: what everything else begins with.
extension Vault {
    /// Everything there is, and fits together.
    struct Situation: Sendable {
        var record: VaultRecord
        let secrets: DeviceSecrets
        var entry: LedgerEntry
        var ledgerVersion: UInt64
    }

    /// What was found.
    enum Finding: Sendable {
        case sound(Situation)
        /// A record that only what cannot be guessed opens.
        case closed(VaultRecord, RecoveryReason)
        case wiped
    }

    /// Reads everything. The ledger comes first, so that a change between the two readings makes the vault look newer, which
    /// is no fault, and never the ledger.
    /// - Throws: ``VaultError/missing``, ``VaultError/damaged`` and what the places throw.
    func find() async throws(VaultError) -> Finding {
        var reason = RecoveryReason.attemptsUnknown
        var found: VaultRecord?
        for _ in 0..<3 {
            let counted = try await loadLedger()
            let secrets = try await loadSecrets()
            let stored: StoredBytes
            do throws(VaultError) {
                stored = try await store.load()
            } catch {
                guard error == .missing, let counted, let secrets, let entry = LedgerEntry(counted, secrets),
                    entry.attempts.isWiped
                else { throw error }
                return .wiped
            }
            let record = try VaultRecord(stored)
            found = record
            guard let secrets, record.deviceKeyName == secrets.name(in: record.id) else {
                reason = .deviceKeyChanged
                break
            }
            guard VaultRecord.isAuthentic(stored, of: record.id, secrets) else {
                reason = .vaultDamaged
                break
            }
            if let situation = situation(record, secrets, counted) { return .sound(situation) }
            // Perhaps somebody wrote both just now.
        }
        guard let found else { throw .missing }
        return .closed(found, reason)
    }

    /// - Throws: ``VaultError/refused(_:)`` if nothing can be guessed at.
    func findSound() async throws(VaultError) -> Situation {
        switch try await find() {
        case .sound(let situation): return situation
        case .closed(_, let reason): throw .refused(.recoveryRequired(reason))
        case .wiped: throw .refused(.wiped)
        }
    }

    /// - Returns: `nil` if the ledger is missing, damaged, another vault's or older than it once was.
    private func situation(
        _ record: VaultRecord, _ secrets: DeviceSecrets, _ counted: StoredBytes?
    ) -> Situation? {
        guard let counted, let entry = LedgerEntry(counted, secrets), entry.vault == record.id,
            entry.generation <= record.generation, counted.version >= ledgerSeen,
            parameters.ledgerIsOneOfSeveral || counted.version >= record.ledgerFloor
        else {
            guard isDecoy else { return nil }
            let entry = LedgerEntry(vault: record.id, generation: record.generation, attempts: AttemptRecord())
            return Situation(record: record, secrets: secrets, entry: entry, ledgerVersion: counted?.version ?? 0)
        }
        ledgerSeen = counted.version
        return Situation(record: record, secrets: secrets, entry: entry, ledgerVersion: counted.version)
    }

    /// - Returns: `nil` if there is none to be read.
    private func loadLedger() async throws(VaultError) -> StoredBytes? {
        do throws(VaultError) {
            return try await ledger.load()
        } catch .missing, .damaged, .exposed {
            return nil
        }
    }

    /// - Returns: `nil` if the device has no key.
    private func loadSecrets() async throws(VaultError) -> DeviceSecrets? {
        do throws(VaultError) {
            return try DeviceSecrets(try await deviceKey.load())
        } catch .deviceKeyMissing {
            return nil
        }
    }

    /// Writes the ledger's entry, durably.
    /// - Throws: ``VaultError/conflict`` if somebody else wrote it meanwhile.
    func count(_ situation: inout Situation) async throws(VaultError) {
        situation.entry.generation = max(situation.entry.generation, situation.record.generation)
        let old = situation.ledgerVersion
        let stored = situation.entry.sealed(situation.secrets, version: old + 1, random: &random)
        do throws(VaultError) {
            try await ledger.save(stored, replacing: old == 0 ? nil : old)
        } catch .exists, .missing {
            throw .conflict
        }
        situation.ledgerVersion = old + 1
        ledgerSeen = max(ledgerSeen, old + 1)
    }

    /// Changes what the ledger says, and does it again on what somebody else wrote meanwhile.
    func settle(
        _ situation: inout Situation, _ change: (inout LedgerEntry) -> Void
    ) async throws(VaultError) {
        for _ in 0..<Self.patience {
            change(&situation.entry)
            do throws(VaultError) {
                return try await count(&situation)
            } catch .conflict {
                let now = try await findSound()
                situation.entry = now.entry
                situation.ledgerVersion = now.ledgerVersion
            }
        }
        throw .conflict
    }

    /// Writes a changed record, durably.
    func write(_ situation: inout Situation) async throws(VaultError) {
        let old = situation.record.generation
        situation.record.generation += 1
        situation.record.ledgerFloor = situation.ledgerVersion
        try await store.save(situation.record.encoded(situation.secrets), replacing: old)
    }
}
