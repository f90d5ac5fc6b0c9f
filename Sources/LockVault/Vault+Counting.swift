// SPDX-License-Identifier: MIT
import LockFlow

/// What every guess goes through, whatever it is made with.
extension Vault {
    /// Counts a guess, durably, before it is made.
    /// - Throws: ``VaultError/refused(_:)`` if it may not be made, ``VaultError/notEnrolled`` if there is nothing to guess at,
    ///   ``VaultError/tooMuchWork`` if the record asks for that.
    func admit(_ method: GuessedMethod) async throws(VaultError) -> (Situation, AttemptTicket) {
        for _ in 0..<Self.patience {
            var situation = try await findSound()
            try check(situation.record, method)
            let now = clock.now()
            let changed = situation.entry.attempts.looked(at: now)
            switch situation.entry.attempts.attemptBegan(method, at: now, under: parameters.lockout) {
            case .refused(let standing): throw try await refuse(&situation, standing, isChanged: changed)
            case .admitted(let ticket):
                do throws(VaultError) {
                    try await count(&situation)
                    return (situation, ticket)
                } catch .conflict {
                    // Somebody else was counted: look again.
                }
            }
        }
        throw .conflict
    }

    /// Refuses at once what ``admit(_:)`` would refuse.
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
        _ situation: inout Situation, _ ticket: AttemptTicket, mark: GuessMark?, replays: [UInt8]? = nil
    ) async throws(VaultError) -> VaultError {
        try await settle(&situation) { entry in
            entry.attempts.attemptRejected(ticket, as: mark, at: clock.now(), under: parameters.lockout)
            if let replays { entry.replayGuard = replays }
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

    /// Destroys the vault. The ledger says so last: until then whoever looks begins it again.
    func destroy(_ situation: inout Situation) async throws(VaultError) {
        try await store.remove()
        situation.entry.attempts.vaultWiped()
        try await count(&situation)
    }
}
