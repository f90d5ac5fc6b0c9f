// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow
import Passcode

/// A vault that has just been made.
public struct NewVault: Sendable {
    /// What opens the app's data from now on.
    public let key: DataKey
    /// To be printed and put away; it cannot be shown again. `nil` if none was wanted.
    public let recoveryCode: RecoveryCode?
}

extension Vault {
    /// Makes a vault that a passcode opens, with a new data key.
    /// - Parameters:
    ///   - passcode: what opens the vault from now on. The vault does not judge it: that is a policy's work.
    ///   - kind: what lock screens ask for.
    ///   - withRecoveryCode: whether to make one. Without, ten wrong guesses or a lost device key lose everything.
    /// - Throws: ``VaultError/exists`` if there is a vault, ``VaultError/unfitPasscode``, ``VaultError/busy``,
    ///   ``VaultError/cancelled``, and what the places throw.
    public func create(
        passcode: consuming SecretBytes, kind: PasscodeKind, withRecoveryCode: Bool = true
    ) async throws(VaultError) -> NewVault {
        let input = try PasscodeInput(passcode, kind: kind)
        return try await alone { () throws(VaultError) in
            try await deriver.withTurn { () async throws(VaultError) in
                try await self.uncancelled { vault throws(VaultError) in
                    try await vault.make(passcode: (input, kind), withRecoveryCode: withRecoveryCode)
                }
            }
        }
    }

    /// Makes a vault that only its recovery code opens yet, with a new data key: set up other ways in with the key.
    /// - Throws: ``VaultError/exists`` if there is a vault, ``VaultError/cancelled``, and what the places throw.
    public func create() async throws(VaultError) -> NewVault {
        try await alone { () throws(VaultError) in
            try await uncancelled { vault throws(VaultError) in
                try await vault.make(passcode: nil, withRecoveryCode: true)
            }
        }
    }

    private func make(
        passcode: (PasscodeInput, PasscodeKind)?, withRecoveryCode: Bool
    ) async throws(VaultError) -> NewVault {
        do throws(VaultError) {
            _ = try await store.load()
            throw .exists
        } catch {
            guard error == .missing else { throw error }
        }
        let secrets = try DeviceSecrets(try await deviceKey.loadOrMake())
        let key = WrappedKey(holder: .owner, key: randomKey())
        var record = VaultRecord(id: VaultID(random: &random), cost: parameters.cost, random: &random)
        record.deviceKeyName = secrets.name(in: record.id)
        if let (input, kind) = passcode {
            let cell = VaultRecord.PasscodeCell.owner
            let hash = record.cells[cell].hash
            let derived = try await deriver.derive(input, by: hash)
            record.seal(key, inCell: cell, hash, derived, secrets, random: &random)
            record.passcodeKind = kind
        }
        var code: RecoveryCode?
        if withRecoveryCode {
            let new = RecoveryCode(random: &random)
            record.seal(key, under: new, random: &random)
            code = new
        }
        let entry = LedgerEntry(vault: record.id, generation: record.generation, attempts: AttemptRecord())
        // A vault without its ledger would be locked; a ledger without its vault is nothing.
        record.ledgerFloor = try await nextLedgerVersion()
        try await begin(entry, secrets, version: record.ledgerFloor)
        try await store.save(record.encoded(secrets), replacing: nil)
        return NewVault(key: DataKey(key.key, of: record.id, opener: .owner), recoveryCode: code)
    }

    /// A version that no copy of the ledger has yet, as far as is known.
    func nextLedgerVersion() async throws(VaultError) -> UInt64 {
        var found: UInt64 = 0
        do throws(VaultError) { found = try await ledger.load().version } catch .missing, .damaged, .exposed {}
        return max(ledgerSeen + 1, Self.next(after: found))
    }

    /// Puts a ledger's first entry in the place of whatever is there.
    func begin(_ entry: LedgerEntry, _ secrets: DeviceSecrets, version: UInt64) async throws(VaultError) {
        try await ledger.remove()
        try await ledger.save(entry.sealed(secrets, version: version, random: &random), replacing: nil)
        ledgerSeen = version
    }

    /// The number after one that may be anybody's: one too great to count on from begins again.
    static func next(after number: UInt64) -> UInt64 { number < 1 << 62 ? number + 1 : 1 }

    func randomKey() -> SymmetricKey { SecretBytes(random.bytes(32)).withBytes { SymmetricKey(data: $0) } }
}

extension VaultRecord {
    /// Nothing opens it yet.
    init(id: VaultID, cost: ScryptCost, random: inout some RandomNumberGenerator) {
        self.id = id
        generation = 1
        ledgerFloor = 0
        deviceKeyName = []
        deviceOwners = []
        let hash = PasscodeHash(cost: cost, random: &random)
        cells = []
        for _ in 0..<PasscodeCell.count { cells.append(.unused(hash, random: &random)) }
    }

    mutating func seal(_ key: WrappedKey, under code: RecoveryCode, random: inout some RandomNumberGenerator) {
        recovery = key.sealed(under: recoveryKey(code), context: context(.recovery), random: &random)
    }

    /// Not of the device's key: the code opens a vault on another device too.
    func recoveryKey(_ code: RecoveryCode) -> SymmetricKey {
        DeviceSecrets.hkdf(SymmetricKey(data: code.secret), salt: id.bytes, "recovery")
    }
}

extension VaultRecord.PasscodeCell {
    /// What a cell without a passcode looks like.
    static func unused(_ hash: PasscodeHash, random: inout some RandomNumberGenerator) -> Self {
        Self(hash: hash, sealed: random.bytes(WrappedKey.sealedByteCount))
    }
}
