// SPDX-License-Identifier: MIT
import Foundation
import LockFlow

/// The counting of every guess, whatever its method.
extension Vault {
    /// Counts a guess before it is made, durably and so that restoring an older ledger cannot undo the count. It writes
    /// the ledger, the counter and the record, in this order.
    ///
    /// If the process is killed before the record is written, an attempt is counted that was not made. If it is killed
    /// after that, the same holds, and no older ledger matches the record.
    /// - Parameters:
    ///   - loaded: The state that the request has read before; `nil` to read it now. If another attempt was counted
    ///     meanwhile, it is read again.
    ///   - note: A change of the ledger that is written with the count.
    /// - Throws: ``VaultError/refused(_:)`` if no attempt is allowed, ``VaultError/notEnrolled`` if the method is not
    ///   set up, ``VaultError/tooMuchWork`` if the record requires too much work.
    func recordAttempt(
        _ method: GuessedMethod, on loaded: LoadedState? = nil,
        noting note: (inout LoadedState) throws(VaultError) -> Void = { _ in }
    ) async throws(VaultError) -> (LoadedState, AttemptTicket) {
        var loaded = loaded
        for _ in 0..<Self.maximumRetries {
            var state = if let read = loaded.take() { read } else { try await loadUsable() }
            try check(state.record, method)
            let now = clock.now()
            let changed = state.entry.attempts.updatePenalty(at: now)
            switch state.entry.attempts.attemptBegan(method, at: now, under: parameters.lockout) {
            case .refused(let standing): throw try await refuse(&state, standing, isChanged: changed)
            case .admitted(let ticket):
                try note(&state)
                do throws(VaultError) {
                    try await numberAttempt(&state)
                } catch .conflict {
                    // Another attempt was counted. Read the vault again.
                    continue
                }
                try await commitAttempt(&state, ticket, method)
                return (state, ticket)
            }
        }
        throw .conflict
    }

    /// Writes the ledger, with a new number for the attempt and the next value of the counter. The record and the
    /// counter are first brought up to date with an interrupted attempt, so that they are never more than one behind.
    private func numberAttempt(_ state: inout LoadedState) async throws(VaultError) {
        if !parameters.ledgerIsOneOfSeveral && state.entry.attempt != state.record.lastAttempt {
            try await write(&state)
        }
        state.entry.earlierAttempt = state.entry.attempt
        state.entry.attempt = AttemptID(random: &random)
        if let counter {
            guard state.entry.counter < .max else { throw .storage(.keyService, code: EOVERFLOW) }
            try await counter.advance(to: state.entry.counter)
            state.entry.counter += 1
        }
        try await writeLedger(&state)
    }

    /// Raises the counter and the ledger floor, so that no ledger from before the count matches any more. On failure
    /// the count is undone, because nothing is compared then.
    private func commitAttempt(
        _ state: inout LoadedState, _ ticket: AttemptTicket, _ method: GuessedMethod
    ) async throws(VaultError) {
        do throws(VaultError) {
            try await counter?.advance(to: state.entry.counter)
            try await raiseFloor(&state)
            try check(state.record, method)
        } catch {
            try? await updateLedger(&state) { $0.attempts.attemptCancelled(ticket) }
            throw error
        }
    }

    /// Writes the attempt's number and the ledger's version to the record. If another process wrote the record
    /// meanwhile, that record is used.
    private func raiseFloor(_ state: inout LoadedState) async throws(VaultError) {
        guard !parameters.ledgerIsOneOfSeveral else { return }
        for _ in 0..<Self.maximumRetries {
            do throws(VaultError) {
                return try await write(&state)
            } catch .conflict {
                let now = try await loadUsable()
                // The other process may have moved the record to another device key.
                if now.record.deviceKeyName != state.record.deviceKeyName {
                    state.entry.move(from: state.secrets)
                    state.secrets = now.secrets
                }
                state.record = now.record
                // Another attempt has brought the record up to this attempt, and perhaps to itself.
                if state.record.lastAttempt != state.entry.earlierAttempt { return }
            }
        }
        throw .conflict
    }

    /// Reads a vault that allows an attempt. Nothing is counted.
    /// - Throws: The errors of ``recordAttempt(_:on:noting:)``.
    func loadOpen(for method: GuessedMethod) async throws(VaultError) -> LoadedState {
        let loaded = try await loadUsable()
        try check(loaded.record, method)
        var state = loaded
        let now = clock.now()
        let changed = state.entry.attempts.updatePenalty(at: now)
        var attempts = state.entry.attempts
        if case .refused(let standing) = attempts.attemptBegan(method, at: now, under: parameters.lockout) {
            throw try await refuse(&state, standing, isChanged: changed)
        }
        return loaded
    }

    /// Records that a guess was wrong, and destroys the vault if it was the last one allowed and the policy says so.
    /// - Returns: The error to throw.
    func reject(
        _ state: inout LoadedState, _ ticket: AttemptTicket, digest: AttemptDigest?
    ) async throws(VaultError) -> VaultError {
        try await updateLedger(&state) { entry in
            _ = entry.attempts.attemptRejected(ticket, as: digest, at: clock.now(), under: parameters.lockout)
        }
        if wipesNow(state) {
            try await destroy(&state)
            return .rejected(.wiped)
        }
        return .rejected(state.entry.attempts.standing(at: clock.now(), under: parameters.lockout))
    }

    private func refuse(
        _ state: inout LoadedState, _ standing: AttemptStanding, isChanged: Bool
    ) async throws(VaultError) -> VaultError {
        // The process ended after the last guess, before the vault was destroyed.
        if wipesNow(state) {
            try await destroy(&state)
            return .refused(.wiped)
        }
        if isChanged { try? await writeLedger(&state) }
        return .refused(standing)
    }

    private func check(_ record: VaultRecord, _ method: GuessedMethod) throws(VaultError) {
        switch method {
        case .passcode:
            guard record.hasPasscode else { throw .notEnrolled }
            guard record.cells.allSatisfy({ parameters.limits.allows($0.hash.cost) }) else { throw .tooMuchWork }
        case .picture:
            guard record.hasPicture else { throw .notEnrolled }
        }
    }

    func wipesNow(_ state: LoadedState) -> Bool {
        parameters.lockout.limitConsequence == .wipe && state.entry.attempts.isExhausted(under: parameters.lockout)
    }

    /// Destroys the vault. The ledger is written first: from then on nothing opens the vault, and the next read removes
    /// the rest.
    func destroy(_ state: inout LoadedState) async throws(VaultError) {
        state.entry.attempts.vaultWiped()
        state.entry.replayGuard = []
        try await writeLedger(&state)
        try await store.remove()
    }
}

/// The keys of attempts whose result is not used.
extension Vault {
    /// Returns the key, or erases it if the caller's task was cancelled meanwhile.
    func unlessCancelled(_ key: DataKey) async throws(VaultError) -> DataKey {
        guard !Task.isCancelled else {
            await discard(key)
            throw .cancelled
        }
        return key
    }

    /// Discards the key of an accepted attempt whose result is not used. The user's next key reports its wrong
    /// attempts, also that of another process.
    package func discard(_ key: DataKey) async {
        key.erase()
        guard key.failedAttempts.count > 0 else { return }
        // Remembered until the ledger has them, or if it cannot be written.
        let role = key.vaultRole
        unreported[role] = (key.vault, reported(key.failedAttempts, to: role, of: key.vault))
        // The caller's task may be cancelled already. Another key may report the attempts first.
        let writing = Task {
            try? await perform { vault throws(VaultError) in try await vault.storeUnreported(of: role) }
        }
        _ = await writing.value
    }

    /// Counts the wrong attempts of discarded keys in the ledger again.
    private func storeUnreported(of role: VaultRole) async throws(VaultError) {
        var state = try await loadUsable()
        guard let earlier = unreported.removeValue(forKey: role), earlier.vault == state.record.id else { return }
        do throws(VaultError) {
            try await updateLedger(&state) { $0.attempts.openingDiscarded(earlier.attempts, by: role) }
        } catch {
            // A storage that reports an error may have stored the counts all the same, without making them durable.
            if case .storage = error, var stored = try? await loadUsable(), stored.entry == state.entry {
                return try await writeLedger(&stored)
            }
            // Another key may have been discarded meanwhile.
            let later = unreported[role]?.attempts ?? FailedAttempts()
            unreported[role] = (earlier.vault, earlier.attempts.followed(by: later))
            throw error
        }
    }

    /// Returns the wrong attempts to report with a key, after those of keys that were discarded.
    func reported(_ failed: FailedAttempts, to role: VaultRole, of vault: VaultID) -> FailedAttempts {
        guard let earlier = unreported.removeValue(forKey: role), earlier.vault == vault else { return failed }
        return earlier.attempts.followed(by: failed)
    }
}
