// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import Passcode

/// The result of creating a vault.
public struct NewVault: Sendable {
    /// The key of the app's data.
    public let key: DataKey
    /// The recovery code to print, which cannot be shown again; `nil` if none was requested.
    public let recoveryCode: RecoveryCode?
}

extension Vault {
    /// Creates a vault that a passcode opens, with a new data key.
    /// - Parameters:
    ///   - passcode: The passcode. The vault does not assess its strength; a `PasscodePolicy` does.
    ///   - kind: The kind of passcode that lock screens ask for.
    ///   - withRecoveryCode: A Boolean value that indicates whether to create a recovery code. Without one, all data is
    ///     lost after ten wrong guesses or with the device key.
    /// - Throws: ``VaultError/exists`` if there is a vault, or another caller has just created one;
    ///   ``VaultError/refused(_:)`` if a vault has vanished, until ``discardVanished()``;
    ///   ``VaultError/invalidPasscode``, ``VaultError/tooMuchWork`` if ``Parameters/cost`` exceeds
    ///   ``Parameters/limits``, ``VaultError/busy``, ``VaultError/cancelled``, and the errors of the storage.
    public func create(
        passcode: consuming SecretBytes, kind: PasscodeKind, withRecoveryCode: Bool = true
    ) async throws(VaultError) -> NewVault {
        let input = try PasscodeInput(passcode, kind: kind)
        return try await performDeriving { vault throws(VaultError) in
            try await vault.make(passcode: (input, kind), withRecoveryCode: withRecoveryCode)
        }
    }

    /// Creates a vault that only its recovery code opens, with a new data key. Set up other unlock methods with the
    /// key.
    /// - Throws: The same errors as ``create(passcode:kind:withRecoveryCode:)``.
    public func create() async throws(VaultError) -> NewVault {
        try await perform { vault throws(VaultError) in
            try await vault.make(passcode: nil, withRecoveryCode: true)
        }
    }

    /// Creates a vault in three writes: the record, marked as being made, which reserves the store; the ledger; the
    /// complete record. Then it raises the counter, so that copies from before the last write are noticed.
    ///
    /// Until the last write there is no vault, and another caller may replace what was left. Of two concurrent
    /// creators, the one that reserved the store last creates the vault; the other finds a record that is not its own,
    /// and throws.
    private func make(
        passcode: (PasscodeInput, PasscodeKind)?, withRecoveryCode: Bool
    ) async throws(VaultError) -> NewVault {
        let abandoned = try await vacancy()
        let cost = try allowedCost()
        let secrets = try DeviceSecrets(try await deviceKey.secretOrCreate())
        let key = WrappedKey(role: .owner, key: random.key())
        var record = VaultRecord(id: VaultID(random: &random), cost: cost, random: &random)
        record.deviceKeyName = secrets.name(in: record.id)
        record.isBeingCreated = true
        record.generation = VersionNumber.next(after: abandoned ?? 0, random: &random)
        if let (input, kind) = passcode {
            let hash = record.cells[.owner].hash
            let derived = try await deriver.derive(input, by: hash)
            record.seal(key, in: .owner, hash, derived, secrets, random: &random)
            record.passcodeKind = kind
        }
        let code = withRecoveryCode ? record.sealForRecovery(key, random: &random) : nil
        do throws(VaultError) {
            try await store.save(record.encoded(secrets), replacing: abandoned)
            let value = try await counter?.value()
            guard value ?? 0 < .max else { throw .storage(.keyService, code: EOVERFLOW) }
            let next = value.map { $0 + 1 } ?? 0
            record.ledgerFloor = try await install(beside: record, secrets, counter: next)
            let reserved = record.generation
            record.isBeingCreated = false
            record.generation = VersionNumber.next(after: reserved, random: &random)
            try await store.save(record.encoded(secrets), replacing: reserved)
            // There is a vault now. If the counter fails, the next attempt raises it first, or is not made.
            try? await counter?.advance(to: next)
        } catch {
            // Another creator was faster.
            throw error == .conflict || error == .missing ? .exists : error
        }
        return NewVault(key: DataKey(key, of: record), recoveryCode: code)
    }

    /// Checks that there is no vault.
    /// - Returns: The generation of the record of an interrupted creation; `nil` if there is none.
    private func vacancy() async throws(VaultError) -> UInt64? {
        do throws(VaultError) {
            switch try await loadResult() {
            case .absent(let abandoned): return abandoned
            case .wiped: return nil
            case .vanished: throw .refused(.recoveryRequired(.vaultVanished))
            case .sound, .closed: throw .exists
            }
        } catch .damaged, .unsupportedVersion {
            throw .exists
        }
    }

    /// Replaces the contents of the ledger with a first entry, as long as the store contains `record`. If two callers
    /// write records, the ledger therefore belongs to the later record.
    /// - Parameter number: The value to which the counter is raised, 0 without a counter.
    /// - Returns: The ledger's version.
    func install(
        beside record: VaultRecord, _ secrets: DeviceSecrets, counter number: UInt64
    ) async throws(VaultError) -> UInt64 {
        let entry = LedgerEntry(
            vault: record.id, generation: record.generation, attempt: record.lastAttempt, counter: number)
        for _ in 0..<Self.maximumRetries {
            let found = try await loadLedger()
            guard try await store.load().version == record.generation else { throw .conflict }
            // An unreadable ledger has no version to replace.
            if case .unreadable = found { try await ledger.remove() }
            var version = VersionNumber.next(
                afterForgeable: max(found.version, record.ledgerFloor), random: &random)
            if version < record.ledgerFloor {
                // The number that was found is too large to follow, and a new first one may be below the floor.
                version = VersionNumber.next(after: record.ledgerFloor, random: &random)
            }
            let stored = entry.sealed(secrets, identity: ledger.identity, version: version, random: &random)
            do throws(VaultError) {
                try await ledger.save(stored, replacing: found.version == 0 ? nil : found.version)
                ledgerSeen = (record.id, version)
                return version
            } catch .conflict, .exists, .missing {
                // Another process wrote the ledger. Read it again.
            }
        }
        throw .conflict
    }
}
