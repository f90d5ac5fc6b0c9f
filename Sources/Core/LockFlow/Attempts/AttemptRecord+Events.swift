// SPDX-License-Identifier: MIT

extension AttemptRecord {
    /// The decision on whether an attempt may proceed.
    public enum Admission: Hashable, Sendable {
        /// The attempt was counted. Save the record, then compare, then pass the ticket back.
        case admitted(AttemptTicket)
        /// No attempt is allowed now. The record has not changed.
        case refused(AttemptStanding)
    }

    /// Updates the penalty for `now`: clears it once it has elapsed, so that a restart cannot revive it, and restarts
    /// it if a clock was set back to before its start.
    /// - Returns: A Boolean value that indicates whether the record changed and must be saved.
    public mutating func updatePenalty(at now: ClockReading) -> Bool {
        guard let penalty else { return false }
        guard let elapsed = now.certainMilliseconds(since: penalty.since) else {
            self.penalty?.since = now
            return penalty.since != now
        }
        guard elapsed >= penalty.milliseconds else { return false }
        self.penalty = nil
        return true
    }

    /// Counts an attempt that is about to be made.
    ///
    /// An admitted attempt counts as a failure until ``attemptAccepted(_:by:)`` or ``attemptCancelled(_:)``. Save the
    /// record durably before comparing.
    public mutating func attemptBegan(
        _ method: GuessedMethod, at now: ClockReading, under policy: LockoutPolicy
    ) -> Admission {
        switch standing(at: now, under: policy) {
        case .attemptsAllowed: break
        case .passcodeRequired where method == .passcode: break
        case let standing: return .refused(standing)
        }
        let ticket = AttemptTicket(
            method: method, openings: openings, began: now, lastFailure: lastFailure)
        switch method {
        case .passcode:
            passcode.add()
            total.add()
            beginPenalty(at: now, under: policy)
        case .picture:
            penalty = nil
            picture.add()
        }
        unreported.add()
        lastFailure = now.wallMilliseconds
        return .admitted(ticket)
    }

    /// Records that the attempt was wrong.
    /// - Parameters:
    ///   - ticket: The ticket from ``attemptBegan(_:at:under:)``.
    ///   - digest: The digest of the input, for methods whose exact input can be repeated.
    ///   - now: The time of the comparison. A penalty begins then.
    ///   - policy: The policy that sets the length of the penalty.
    /// - Returns: A Boolean value that indicates whether the attempt counts. Repeating the last wrong passcode is not a
    ///   new guess, and counts only if the policy says so.
    @discardableResult
    public mutating func attemptRejected(
        _ ticket: AttemptTicket, as digest: AttemptDigest?, at now: ClockReading, under policy: LockoutPolicy
    ) -> Bool {
        guard ticket.method == .passcode else { return true }
        if let digest, digest == lastWrong, ticket.openings == openings, !policy.countsRepeatedPasscode {
            passcode.takeBack()
            total.takeBack()
            unreported.takeBack()
            endPenalty(of: ticket)
            return false
        }
        lastWrong = digest
        beginPenalty(at: now, under: policy)
        return true
    }

    /// Removes an attempt from the counts that was cancelled before the comparison. The comparison must never take
    /// place.
    public mutating func attemptCancelled(_ ticket: AttemptTicket) {
        guard ticket.openings == openings else { return }
        switch ticket.method {
        case .passcode:
            passcode.takeBack()
            total.takeBack()
            endPenalty(of: ticket)
        case .picture: picture.takeBack()
        }
        unreported.takeBack()
        // If another attempt has begun meanwhile, keep its time. While wrong attempts are left, some time stands for
        // them.
        if lastFailure == ticket.began.wallMilliseconds {
            lastFailure = ticket.lastFailure ?? (unreported.sinceOwnerOpened > 0 ? lastFailure : nil)
        }
    }

    /// Records that the attempt was right, or that the vault was opened with a high-entropy method, which has no
    /// ticket.
    /// - Returns: The wrong attempts to report to the user who opened the vault.
    @discardableResult
    public mutating func attemptAccepted(_ ticket: AttemptTicket? = nil, by role: VaultRole) -> FailedAttempts {
        // Entering the duress passcode is no guess at the owner's, so the attempt is removed from the owner's counts
        // too.
        if let ticket { attemptCancelled(ticket) }
        let failed = FailedAttempts(
            count: role == .owner ? unreported.sinceOwnerOpened : unreported.sinceOpened,
            lastWallMilliseconds: lastFailure)
        passcode.opened(by: role)
        picture.opened(by: role)
        unreported.opened(by: role)
        total.forgive(by: role)
        if role == .owner { lastFailure = nil }
        penalty = nil
        lastWrong = nil
        openings &+= 1
        return failed
    }

    /// Records that an opening was given up, and its report of wrong attempts with it. The next opening reports them.
    /// - Parameters:
    ///   - failed: The result of ``attemptAccepted(_:by:)`` that was not reported.
    ///   - role: The role of the user who opened the vault.
    public mutating func openingDiscarded(_ failed: FailedAttempts, by role: VaultRole) {
        unreported.restore(failed.count, to: role)
        // A failure since then is later.
        if unreported.sinceOwnerOpened > 0 { lastFailure = lastFailure ?? failed.lastWallMilliseconds }
    }

    /// Records that the user of a role set a new passcode. Guesses at the old passcode say nothing about the new one,
    /// so the total restarts.
    public mutating func passcodeChanged(by role: VaultRole) { total.opened(by: role) }

    /// Records that the vault was destroyed.
    public mutating func vaultWiped() {
        self = AttemptRecord()
        isWiped = true
    }

    private mutating func beginPenalty(at now: ClockReading, under policy: LockoutPolicy) {
        let delay = policy.delayMilliseconds(after: passcode.sinceOpened)
        penalty = delay > 0 ? Penalty(milliseconds: delay, since: now) : nil
    }

    /// Ends the penalty that the attempt began. The one before it had elapsed: otherwise the attempt would not have
    /// been admitted. The penalty of another attempt goes on.
    private mutating func endPenalty(of ticket: AttemptTicket) {
        if penalty?.since == ticket.began { penalty = nil }
    }
}

/// The proof that an attempt was counted before it was made.
public struct AttemptTicket: Hashable, Sendable {
    /// The method that was counted.
    public let method: GuessedMethod
    let openings: UInt32
    let began: ClockReading
    /// The wall-clock time of the failure before the attempt.
    let lastFailure: Int64?
}
