// SPDX-License-Identifier: MIT
import Crypto
import LockFlow
import Passcode

extension Vault {
    /// Tries a passcode.
    ///
    /// The work is the same for a right passcode, a wrong one and a duress passcode: the ledger and the record are
    /// written, one key is derived (two, if a passcode was changed or made costlier since the other passcode slot was
    /// written), both passcode slots are tried, and the ledger is written again. While no attempt is allowed, none of
    /// this work is done: the error is thrown early and depends on the ledger alone.
    ///
    /// An attempt that is cancelled while it waits for others is not counted. A counted attempt always runs to its end.
    /// - Parameter passcode: The passcode in UTF-8. The vault normalises it.
    /// - Throws: ``VaultError/rejected(_:)``, ``VaultError/refused(_:)``, ``VaultError/notEnrolled``,
    ///   ``VaultError/invalidPasscode``, ``VaultError/busy``, ``VaultError/cancelled``, and the errors of reading the
    ///   vault.
    public func unlock(passcode: consuming SecretBytes) async throws(VaultError) -> DataKey {
        let input = try PasscodeInput(passcode)
        let key = try await performGuess(.passcode) { vault, loaded throws(VaultError) in
            try await vault.attempt(input, on: loaded)
        }
        return try await unlessCancelled(key)
    }

    private func attempt(_ input: PasscodeInput, on loaded: LoadedState) async throws(VaultError) -> DataKey {
        var (state, ticket) = try await recordAttempt(.passcode, on: loaded)
        let derived: [SymmetricKey]
        do throws(VaultError) {
            derived = try await derive(input, for: state.record)
        } catch {
            // Nothing was compared.
            try await updateLedger(&state) { $0.attempts.attemptCancelled(ticket) }
            throw error
        }
        let key = state.record.unwrap(passcode: derived, state.secrets)
        let refusesOwner = state.entry.attempts.refusesOwner(.passcode, under: parameters.lockout)
        guard let key, let role = VaultRole(key.role), role == .duress || !refusesOwner else {
            throw try await reject(&state, ticket, digest: state.digest(of: derived[0]))
        }
        let failed = try await updateLedger(&state) { $0.attempts.attemptAccepted(ticket, by: role) }
        if role == .owner {
            await moveToCurrentKey(&state, sealing: (key, derived[0]))
            await raiseCost(&state, input, key)
        }
        return DataKey(
            key, of: state.record, failed: reported(failed, to: role, of: state.record.id))
    }

    /// Derives the passcode's key for each cell: once if both cells have the same parameters.
    private func derive(_ input: PasscodeInput, for record: VaultRecord) async throws(VaultError) -> [SymmetricKey] {
        let (owner, duress) = (record.cells[.owner].hash, record.cells[.duress].hash)
        let first = try await deriver.derive(input, by: owner)
        guard duress != owner else { return [first, first] }
        return [first, try await deriver.derive(input, by: duress)]
    }

    /// Raises a vault to the current cost of a guess. It does not do so for a duress passcode, because a change of its
    /// cell would show that it is in use.
    ///
    /// The attempt was accepted whether or not this succeeds. A failure is ignored; the next opening tries again.
    private func raiseCost(_ state: inout LoadedState, _ input: PasscodeInput, _ key: WrappedKey) async {
        guard let hash = try? hash(for: .owner, of: state.record), hash != state.record.cells[.owner].hash,
            let derived = try? await deriver.derive(input, by: hash)
        else { return }
        state.record.seal(key, in: .owner, hash, derived, state.secrets, random: &random)
        if !parameters.offersDuress { state.record.vacate(.duress, hash, random: &random) }
        try? await write(&state)
    }

    /// Returns the parameters for deriving a passcode for a cell: the cell's own if they cost enough, then the other
    /// cell's if those do, so that one derivation serves both, else new ones.
    private func hash(for cell: PasscodeSlot.Cell, of record: VaultRecord) throws(VaultError) -> PasscodeHash {
        for hash in [record.cells[cell].hash, record.cells[cell.other].hash]
        where hash.cost.isAtLeast(parameters.cost) { return hash }
        return try freshHash(for: cell, of: record)
    }

    /// Returns parameters with a new salt, for a new passcode. Keys that were derived from guesses at the old passcode
    /// are useless for the new one.
    ///
    /// Those of the duress passcode cost what the owner's do. If they cost more, they would show that it is in use.
    /// - Throws: ``VaultError/tooMuchWork`` if the cost of the vault's parameters exceeds their limits.
    func freshHash(for cell: PasscodeSlot.Cell, of record: VaultRecord) throws(VaultError) -> PasscodeHash {
        let least = try allowedCost()
        let stored = record.cells[.owner].hash.cost
        if cell == .duress { return PasscodeHash(cost: stored, random: &random) }
        let cost = parameters.limits.allows(stored) ? stored.raised(to: least, within: parameters.limits) : least
        return PasscodeHash(cost: cost, random: &random)
    }

    /// Returns the minimum cost of a guess.
    /// - Throws: ``VaultError/tooMuchWork`` if it exceeds the limits: nothing would open a passcode of this cost.
    func allowedCost() throws(VaultError) -> ScryptCost {
        guard parameters.allowsCost else { throw .tooMuchWork }
        return parameters.cost
    }
}

extension Vault.LoadedState {
    /// Returns the digest of a wrong passcode, which is useless without the device key.
    /// - Parameter derived: The key derived from the passcode for the owner's cell.
    func digest(of derived: SymmetricKey) -> AttemptDigest {
        let code = derived.withUnsafeBytes {
            HMAC<SHA256>.authenticationCode(for: $0, using: secrets.digestKey(record.id))
        }
        let bytes = Array(code)
        return AttemptDigest(
            high: bytes[0..<8].reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) })
    }
}
