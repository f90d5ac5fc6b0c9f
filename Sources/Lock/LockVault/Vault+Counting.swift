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
    /// - Parameter note: A change of the ledger that is written with the count.
    /// - Throws: ``VaultError/refused(_:)`` if no attempt is allowed, ``VaultError/notEnrolled`` if the method is not
    ///   set up, ``VaultError/tooMuchWork`` if the record requires too much work.
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
                    // Another attempt was counted. Read the vault again.
                    continue
                }
                try await fix(&situation, ticket, method)
                return (situation, ticket)
            }
        }
        throw .conflict
    }

    /// Writes the ledger, with a new number for the attempt and the next value of the counter. The record and the
    /// counter are first brought up to date with an interrupted attempt, so that they are never more than one behind.
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

    /// Raises the counter and the ledger floor, so that no ledger from before the count matches any more. On failure
    /// the count is undone, because nothing is compared then.
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

    /// Writes the attempt's number and the ledger's version to the record. If another process wrote the record
    /// meanwhile, that record is used.
    private func raiseFloor(_ situation: inout Situation) async throws(VaultError) {
        guard !parameters.ledgerIsOneOfSeveral else { return }
        for _ in 0..<Self.patience {
            do throws(VaultError) {
                return try await write(&situation)
            } catch .conflict {
                situation.record = try await findSound().record
                // Another attempt has brought the record up to this attempt, and perhaps to itself.
                if situation.record.lastAttempt != situation.entry.earlierAttempt { return }
            }
        }
        throw .conflict
    }

    /// Throws at once if ``admit(_:noting:)`` would refuse the attempt.
    func refuseIfClosed(_ method: GuessedMethod) async throws(VaultError) {
        try await withoutCancellation { vault throws(VaultError) in
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

    /// Records that a guess was wrong, and destroys the vault if it was the last one allowed and the policy says so.
    /// - Returns: The error to throw.
    func reject(
        _ situation: inout Situation, _ ticket: AttemptTicket, mark: AttemptDigest?
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
        // The process ended after the last guess, before the vault was destroyed.
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

    /// Destroys the vault. The ledger is written first: from then on nothing opens the vault, and the next read removes
    /// the rest.
    func destroy(_ situation: inout Situation) async throws(VaultError) {
        situation.entry.attempts.vaultWiped()
        situation.entry.replayGuard = []
        try await count(&situation)
        try await store.remove()
    }
}
