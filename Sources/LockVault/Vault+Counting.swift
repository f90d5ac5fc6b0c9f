// SPDX-License-Identifier: MIT
import Foundation
import LockFlow

/// What every guess goes through, whatever it is made with.
extension Vault {
    /// Counts a guess, durably and so that no older ledger can take the count back, before it is made: ledger, counter, record.
    ///
    /// A kill before the record is written leaves an attempt that counts and was not made. A kill after it leaves the same, and
    /// a record that no older ledger fits.
    /// - Parameter note: what else the ledger remembers with the count.
    /// - Throws: ``VaultError/refused(_:)`` if it may not be made, ``VaultError/notEnrolled`` if there is nothing to guess at,
    ///   ``VaultError/tooMuchWork`` if the record asks for that.
    func admit(
        _ method: GuessedMethod, noting note: (inout Situation) throws(VaultError) -> Void = { _ in }
    ) async throws(VaultError) -> (Situation, AttemptTicket) {
        for _ in 0..<Self.patience {
            var situation = try await findSound()
            try check(situation.record, method)
            let now = clock.now()
            let changed = situation.entry.attempts.looked(at: now)
            switch situation.entry.attempts.attemptBegan(method, at: now, under: parameters.lockout) {
            case .refused(let standing): throw try await refuse(&situation, standing, isChanged: changed)
            case .admitted(let ticket):
                try note(&situation)
                do throws(VaultError) {
                    try await number(&situation)
                } catch .conflict {
                    // Another attempt was counted: look again.
                    continue
                }
                try await fix(&situation, ticket, method)
                return (situation, ticket)
            }
        }
        throw .conflict
    }

    /// Writes the ledger, with a number of its own for the attempt and what the counter is raised to. Record and counter are
    /// brought up first to an attempt that broke off, so that they are never more than one behind.
    private func number(_ situation: inout Situation) async throws(VaultError) {
        if !parameters.ledgerIsOneOfSeveral && situation.entry.attempt != situation.record.lastAttempt {
            try await write(&situation)
        }
        situation.entry.earlierAttempt = situation.entry.attempt
        situation.entry.attempt = AttemptID(random: &random)
        if let counter {
            guard situation.entry.counter < .max else { throw .storage(.keyService, code: EOVERFLOW) }
            try await counter.advance(to: situation.entry.counter)
            situation.entry.counter += 1
        }
        try await count(&situation)
    }

    /// Raises counter and floor, so that no ledger from before the count fits any more. What fails takes the count back, because
    /// nothing is compared then.
    private func fix(
        _ situation: inout Situation, _ ticket: AttemptTicket, _ method: GuessedMethod
    ) async throws(VaultError) {
        do throws(VaultError) {
            try await counter?.advance(to: situation.entry.counter)
            try await raiseFloor(&situation)
            try check(situation.record, method)
        } catch {
            try? await settle(&situation) { $0.attempts.attemptWithdrawn(ticket) }
            throw error
        }
    }

    /// Writes the attempt's number and the ledger's version to the record. Where another process wrote the record meanwhile, that one
    /// is used.
    private func raiseFloor(_ situation: inout Situation) async throws(VaultError) {
        guard !parameters.ledgerIsOneOfSeveral else { return }
        for _ in 0..<Self.patience {
            do throws(VaultError) {
                return try await write(&situation)
            } catch .conflict {
                situation.record = try await findSound().record
                // Another attempt has brought the record up to this one, and perhaps on to itself.
                if situation.record.lastAttempt != situation.entry.earlierAttempt { return }
            }
        }
        throw .conflict
    }

    /// Refuses at once what ``admit(_:noting:)`` would refuse.
    func refuseIfClosed(_ method: GuessedMethod) async throws(VaultError) {
        try await uncancelled { vault throws(VaultError) in
            var situation = try await vault.findSound()
            try vault.check(situation.record, method)
            let now = vault.clock.now()
            let changed = situation.entry.attempts.looked(at: now)
            var attempts = situation.entry.attempts
            if case .refused(let standing) = attempts.attemptBegan(method, at: now, under: vault.parameters.lockout) {
                throw try await vault.refuse(&situation, standing, isChanged: changed)
            }
        }
    }

    /// Writes down that a guess was wrong, and destroys the vault if that was the last one and the app chose so.
    /// - Returns: what to throw.
    func reject(
        _ situation: inout Situation, _ ticket: AttemptTicket, mark: GuessMark?
    ) async throws(VaultError) -> VaultError {
        try await settle(&situation) { entry in
            _ = entry.attempts.attemptRejected(ticket, as: mark, at: clock.now(), under: parameters.lockout)
        }
        if wipesNow(situation) {
            try await destroy(&situation)
            return .rejected(.wiped)
        }
        return .rejected(situation.entry.attempts.standing(at: clock.now(), under: parameters.lockout))
    }

    private func refuse(
        _ situation: inout Situation, _ standing: AttemptStanding, isChanged: Bool
    ) async throws(VaultError) -> VaultError {
        // The last guess broke off before the vault was destroyed.
        if wipesNow(situation) {
            try await destroy(&situation)
            return .refused(.wiped)
        }
        if isChanged { try? await count(&situation) }
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

    func wipesNow(_ situation: Situation) -> Bool {
        parameters.lockout.ending == .wipe && situation.entry.attempts.isExhausted(under: parameters.lockout)
    }

    /// Destroys the vault. The ledger says so first: from then on nothing opens it, and the next look removes what is left.
    func destroy(_ situation: inout Situation) async throws(VaultError) {
        situation.entry.attempts.vaultWiped()
        situation.entry.replayGuard = []
        try await count(&situation)
        try await store.remove()
    }
}
