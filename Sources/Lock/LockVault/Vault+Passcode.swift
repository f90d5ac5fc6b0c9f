// SPDX-License-Identifier: MIT
import Crypto
import LockFlow
import Passcode

extension Vault {
    /// Tries a passcode.
    ///
    /// The work is the same for a right passcode, a wrong one and a duress passcode: the ledger and the record are
    /// written, one key is derived (two, if a passcode was changed or made costlier since the other cell was written),
    /// both cells are tried, and the ledger is written. While no attempt is allowed, none of this is done: the error is
    /// thrown early and depends on the ledger alone.
    ///
    /// Cancelling while waiting for other attempts costs nothing. Once counted, the attempt runs to its end.
    /// - Parameter passcode: The passcode in UTF-8. It is normalised here.
    /// - Throws: ``VaultError/rejected(_:)``, ``VaultError/refused(_:)``, ``VaultError/notEnrolled``,
    ///   ``VaultError/invalidPasscode``, ``VaultError/busy``, ``VaultError/cancelled``, and the errors of reading the
    ///   vault.
    public func unlock(passcode: consuming SecretBytes) async throws(VaultError) -> DataKey {
        let input = try PasscodeInput(passcode)
        let key = try await serialized { () throws(VaultError) in
            // Refuse a locked-out attempt before it waits for a turn.
            try await refuseIfClosed(.passcode)
            return try await deriver.withTurn { () async throws(VaultError) in
                try await self.withoutCancellation { vault throws(VaultError) in try await vault.attempt(input) }
            }
        }
        guard !Task.isCancelled else {
            key.forget()
            throw .cancelled
        }
        return key
    }

    private func attempt(_ input: PasscodeInput) async throws(VaultError) -> DataKey {
        var (situation, ticket) = try await admit(.passcode)
        let derived: [SymmetricKey]
        do throws(VaultError) {
            derived = try await derive(input, for: situation.record)
        } catch {
            // Nothing was compared.
            try await settle(&situation) { $0.attempts.attemptWithdrawn(ticket) }
            throw error
        }
        let cell = open(situation, derived)
        let refusesOwner = situation.entry.attempts.refusesOwner(.passcode, under: parameters.lockout)
        guard let cell, let opener = VaultRole(cell.holder), opener == .duress || !refusesOwner else {
            throw try await reject(&situation, ticket, mark: situation.mark(of: derived[0]))
        }
        let failed = try await settle(&situation) { $0.attempts.attemptAccepted(ticket, by: opener) }
        if opener == .owner { await raiseCost(&situation, input, cell) }
        return DataKey(cell.key, of: situation.record, opener: opener, failed: failed)
    }

    /// Derives the passcode's key for each cell: once if both cells have the same parameters.
    private func derive(_ input: PasscodeInput, for record: VaultRecord) async throws(VaultError) -> [SymmetricKey] {
        let first = try await deriver.derive(input, by: record.cells[0].hash)
        guard record.cells[1].hash != record.cells[0].hash else { return [first, first] }
        return [first, try await deriver.derive(input, by: record.cells[1].hash)]
    }

    /// Tries both cells. The duress cell has precedence: otherwise the holder of the duress passcode could change it to
    /// one guess after another at the owner's passcode, uncounted.
    private func open(_ situation: Situation, _ derived: [SymmetricKey]) -> WrappedKey? {
        let record = situation.record
        let keys = record.cells.indices.map { index in
            let cell = record.cells[index]
            return WrappedKey.open(
                cell.sealed, under: situation.secrets.passcodeKey(derived[index], record.id, cell: index),
                context: record.context(.passcode(cell: index, cell.hash)))?.0
        }
        return keys[VaultRecord.PasscodeCell.duress] ?? keys[VaultRecord.PasscodeCell.owner]
    }

    /// Raises a vault to the current cost of a guess. It does not do so for a duress passcode, because a change of its
    /// cell would show that it is in use.
    ///
    /// The attempt was accepted whether or not this succeeds. A failure is ignored; the next opening tries again.
    private func raiseCost(_ situation: inout Situation, _ input: PasscodeInput, _ key: WrappedKey) async {
        let cell = VaultRecord.PasscodeCell.owner
        let hash = hash(forCell: cell, of: situation.record)
        guard hash != situation.record.cells[cell].hash, let derived = try? await deriver.derive(input, by: hash) else {
            return
        }
        situation.record.seal(key, inCell: cell, hash, derived, situation.secrets, random: &random)
        if !parameters.offersDuress { situation.record.cells[1 - cell] = .unused(hash, random: &random) }
        try? await write(&situation)
    }

    /// Returns the parameters for deriving a passcode for a cell: the cell's own if they cost enough, then the other
    /// cell's if those do, so that one derivation serves both, else new ones.
    func hash(forCell cell: Int, of record: VaultRecord) -> PasscodeHash {
        let own = record.cells[cell].hash
        let other = record.cells[1 - cell].hash
        for hash in [own, other] where hash.cost.isAtLeast(parameters.cost) { return hash }
        return freshHash(forCell: cell, of: record)
    }

    /// Returns parameters with a new salt, for a new passcode. Keys that were derived from guesses at the old passcode
    /// are useless for the new one.
    func freshHash(forCell cell: Int, of record: VaultRecord) -> PasscodeHash {
        let cost = record.cells[cell].hash.cost.raised(to: parameters.cost, within: parameters.limits)
        return PasscodeHash(cost: cost, random: &random)
    }
}

extension Vault.Situation {
    /// Returns the digest of a wrong passcode, which is useless without the device key.
    /// - Parameter derived: The key derived from the passcode for the owner's cell.
    func mark(of derived: SymmetricKey) -> AttemptDigest {
        let code = derived.withUnsafeBytes {
            HMAC<SHA256>.authenticationCode(for: $0, using: secrets.markKey(record.id))
        }
        let bytes = Array(code)
        return AttemptDigest(
            high: bytes[0..<8].reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) })
    }
}

extension VaultRecord {
    mutating func seal(
        _ key: WrappedKey, inCell cell: Int, _ hash: PasscodeHash, _ derived: SymmetricKey, _ secrets: DeviceSecrets,
        random: inout some RandomNumberGenerator
    ) {
        let sealed = key.sealed(
            under: secrets.passcodeKey(derived, id, cell: cell), context: context(.passcode(cell: cell, hash)),
            random: &random)
        cells[cell] = PasscodeCell(hash: hash, sealed: sealed)
    }
}
