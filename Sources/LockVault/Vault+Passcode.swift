// SPDX-License-Identifier: MIT
import Crypto
import LockFlow
import Passcode

extension Vault {
    /// Tries a passcode.
    ///
    /// The same is done for a right one, a wrong one and a duress passcode: ledger and record are written, one derivation (two,
    /// where a passcode was changed or made costlier since the other cell was written), both cells tried, the ledger written. While nothing
    /// may be tried, nothing is: the answer comes early and depends on the ledger alone.
    ///
    /// Cancelling while others are being served costs nothing. Once counted, the attempt is made to its end.
    /// - Parameter passcode: UTF-8; normalised here.
    /// - Throws: ``VaultError/rejected(_:)``, ``VaultError/refused(_:)``, ``VaultError/notEnrolled``,
    ///   ``VaultError/unfitPasscode``, ``VaultError/busy``, ``VaultError/cancelled``, and whatever is wrong with the vault.
    public func unlock(passcode: consuming SecretBytes) async throws(VaultError) -> DataKey {
        let input = try PasscodeInput(passcode)
        let key = try await alone { () throws(VaultError) in
            // An attempt that would be refused does not wait for a turn first.
            try await refuseIfClosed(.passcode)
            return try await deriver.withTurn { () async throws(VaultError) in
                try await self.uncancelled { vault throws(VaultError) in try await vault.attempt(input) }
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
        guard let cell, let opener = Opener(cell.holder), opener == .duress || !refusesOwner else {
            throw try await reject(&situation, ticket, mark: situation.mark(of: derived[0]))
        }
        let failed = try await settle(&situation) { $0.attempts.attemptAccepted(ticket, by: opener) }
        if opener == .owner { await raiseCost(&situation, input, cell) }
        return DataKey(cell.key, of: situation.record, opener: opener, failed: failed)
    }

    /// What the passcode becomes for each cell: derived once where both say the same.
    private func derive(_ input: PasscodeInput, for record: VaultRecord) async throws(VaultError) -> [SymmetricKey] {
        let first = try await deriver.derive(input, by: record.cells[0].hash)
        guard record.cells[1].hash != record.cells[0].hash else { return [first, first] }
        return [first, try await deriver.derive(input, by: record.cells[1].hash)]
    }

    /// Tries both cells, whichever opens. The one for duress comes first: else the holder of the duress passcode could change it
    /// to guess after guess at the owner's, uncounted.
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

    /// Brings a vault up to what a guess is to cost now. Not for a duress passcode, whose cell would show that it is in use.
    ///
    /// It has opened, whether or not this succeeds; another time will do.
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

    /// How a passcode for a cell is to be derived: as it was, unless a guess is to cost more; then as in the other cell, if
    /// that will do, so that one derivation serves both.
    func hash(forCell cell: Int, of record: VaultRecord) -> PasscodeHash {
        let own = record.cells[cell].hash
        let other = record.cells[1 - cell].hash
        for hash in [own, other] where hash.cost.isAtLeast(parameters.cost) { return hash }
        return freshHash(forCell: cell, of: record)
    }

    /// The same with a new salt, for a new passcode: what was derived from guesses at the old one says nothing about it.
    func freshHash(forCell cell: Int, of record: VaultRecord) -> PasscodeHash {
        let cost = record.cells[cell].hash.cost.raised(to: parameters.cost, within: parameters.limits)
        return PasscodeHash(cost: cost, random: &random)
    }
}

extension Vault.Situation {
    /// What is remembered of a wrong passcode: worth nothing without the device's key.
    /// - Parameter derived: from the passcode, for the owner's cell.
    func mark(of derived: SymmetricKey) -> GuessMark {
        let code = derived.withUnsafeBytes {
            HMAC<SHA256>.authenticationCode(for: $0, using: secrets.markKey(record.id))
        }
        let bytes = Array(code)
        return GuessMark(
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
