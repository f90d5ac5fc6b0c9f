// SPDX-License-Identifier: MIT

extension AttemptRecord {
    /// Whether an attempt may go on.
    public enum Admission: Hashable, Sendable {
        /// It was counted: write the record down, then compare, then show the ticket.
        case admitted(AttemptTicket)
        /// Nothing may be tried now, and nothing has changed.
        case refused(AttemptStanding)
    }

    /// Somebody looks at the clock. Takes note of a penalty that has passed, so that no restart brings it back, and begins
    /// one again that a clock denies ever began.
    /// - Returns: whether anything changed that has to be written down.
    public mutating func looked(at now: Moment) -> Bool {
        guard let penalty else { return false }
        guard let elapsed = now.certainMilliseconds(since: penalty.since) else {
            self.penalty?.since = now
            return penalty.since != now
        }
        guard elapsed >= penalty.milliseconds else { return false }
        self.penalty = nil
        return true
    }

    /// Somebody is about to try something. When admitted it is counted as a failure until the opposite is shown, and the
    /// record has to be durable before anything is compared.
    public mutating func attemptBegan(
        _ method: GuessedMethod, at now: Moment, under policy: LockoutPolicy
    ) -> Admission {
        switch standing(at: now, under: policy) {
        case .mayTry: break
        case .passcodeRequired where method == .passcode: break
        case let standing: return .refused(standing)
        }
        let ticket = AttemptTicket(
            method: method, openings: openings, began: now.wallMilliseconds, lastFailure: lastFailure)
        switch method {
        case .passcode:
            passcode.add()
            total.add()
            beginPenalty(at: now, under: policy)
        case .picture:
            penalty = nil
            picture.add()
        }
        unseen.add()
        lastFailure = now.wallMilliseconds
        return .admitted(ticket)
    }

    /// It was wrong.
    /// - Parameters:
    ///   - ticket: what ``attemptBegan(_:at:under:)`` gave for it.
    ///   - mark: what was tried, for methods where the same can be tried again.
    ///   - now: when it was compared: a penalty begins then.
    ///   - policy: how long that penalty is.
    /// - Returns: whether it counts. The same wrong passcode again is no new guess.
    @discardableResult
    public mutating func attemptRejected(
        _ ticket: AttemptTicket, as mark: GuessMark?, at now: Moment, under policy: LockoutPolicy
    ) -> Bool {
        guard ticket.method == .passcode else { return true }
        if let mark, mark == lastWrong, ticket.openings == openings, !policy.countsSameWrongAgain {
            passcode.takeBack()
            total.takeBack()
            unseen.takeBack()
            // The penalty before this attempt had passed, or it would not have been admitted.
            penalty = nil
            return false
        }
        lastWrong = mark
        beginPenalty(at: now, under: policy)
        return true
    }

    /// Nothing was compared after all, and nothing ever will be: the attempt was taken back before it came to that.
    public mutating func attemptWithdrawn(_ ticket: AttemptTicket) {
        guard ticket.openings == openings else { return }
        switch ticket.method {
        case .passcode:
            passcode.takeBack()
            total.takeBack()
            penalty = nil
        case .picture: picture.takeBack()
        }
        unseen.takeBack()
        // An attempt that began meanwhile keeps its time.
        if lastFailure == ticket.began { lastFailure = ticket.lastFailure }
    }

    /// It was right, or the vault was opened by what cannot be guessed, for which there is no ticket.
    /// - Returns: the wrong attempts to tell the opener about.
    @discardableResult
    public mutating func attemptAccepted(_ ticket: AttemptTicket? = nil, by opener: Opener) -> FailedAttempts {
        // Knowing the duress code is no guess at the owner's.
        if let ticket { attemptWithdrawn(ticket) }
        let failed = FailedAttempts(
            count: opener == .owner ? unseen.sinceOwner : unseen.sinceOpened, lastWallMilliseconds: lastFailure)
        passcode.opened(by: opener)
        picture.opened(by: opener)
        unseen.opened(by: opener)
        total.forgive(by: opener)
        if opener == .owner { lastFailure = nil }
        penalty = nil
        lastWrong = nil
        openings &+= 1
        return failed
    }

    /// A passcode was set by the opener of a code: what was guessed at the old one says nothing about the new one.
    public mutating func passcodeChanged(by opener: Opener) { total.opened(by: opener) }

    /// The vault was destroyed.
    public mutating func vaultWiped() {
        self = AttemptRecord()
        isWiped = true
    }

    private mutating func beginPenalty(at now: Moment, under policy: LockoutPolicy) {
        let delay = policy.delayMilliseconds(after: passcode.sinceOpened)
        penalty = delay > 0 ? Penalty(milliseconds: delay, since: now) : nil
    }
}

/// Shows that an attempt was counted before it was made.
public struct AttemptTicket: Hashable, Sendable {
    /// What was counted.
    public let method: GuessedMethod
    let openings: UInt32
    /// The wall clock when it was counted, and the time of the failure before it.
    let began: Int64
    let lastFailure: Int64?
}
