// SPDX-License-Identifier: MIT

/// Attempts at unlocking, and their answers.
extension LockMachine {
    /// The owner tapped the cover, or chose a method there; `nil` stands for the best there is.
    public mutating func unlockRequested(_ method: UnlockMethod? = nil, at now: Moment) -> [LockAction] {
        guard isInUse && isDataAvailable else { return [] }
        settleLockout(at: now)
        guard let method = method ?? methods.ordered.first(where: isAllowed), methods.contains(method),
            isAllowed(method)
        else { return [] }
        guard method.isPrompt else {
            presented = method
            return [.present(method)]
        }
        let attempt = begin(method)
        state = .prompting(attempt)
        return [.prompt(attempt)]
    }

    /// The owner typed or drew something on the screen of one of the app's own methods.
    public mutating func attemptSubmitted(_ method: UnlockMethod, at now: Moment) -> [LockAction] {
        guard isInUse && isDataAvailable && !method.isPrompt else { return [] }
        settleLockout(at: now)
        guard methods.contains(method), isAllowed(method) else { return [] }
        presented = method
        let attempt = begin(method)
        state = .verifying(attempt)
        return [.verify(attempt)]
    }

    /// The vault gave its key, after a prompt or to what was submitted. The key of a stale attempt is to be dropped.
    public mutating func attemptAccepted(_ attempt: UnlockAttempt, at now: Moment) -> [LockAction] {
        guard attempt == current else { return holdsKey ? [] : [.dropKey] }
        return settleUnlocked(at: now)
    }

    /// The vault refused what was submitted; the ledger says what may still be tried.
    public mutating func attemptRejected(
        _ attempt: UnlockAttempt, standing: AttemptStanding, at now: Moment
    ) -> [LockAction] {
        guard attempt == current else { return [] }
        return settle(standing, at: now)
    }

    /// Whoever was asked cancelled, or the attempt could not be made. It costs nothing.
    public mutating func attemptCancelled(_ attempt: UnlockAttempt) -> [LockAction] {
        guard attempt == current else { return [] }
        state = resting
        return []
    }

    /// The system's prompt ended without an owner.
    public mutating func promptFailed(
        _ attempt: UnlockAttempt, _ failure: PromptFailure, at now: Moment
    ) -> [LockAction] {
        guard attempt == current else { return [] }
        state = resting
        switch failure {
        case .notRecognised, .sensorLockedOut, .interrupted: return []
        case .fallbackChosen:
            guard let method = methods.fallbackMethod, methods.contains(method), isAllowed(method) else { return [] }
            presented = method
            return [.present(method)]
        case .biometricsChanged: return settle(.passcodeRequired(.biometricsChanged), at: now)
        case .guardedItemGone:
            return settle(
                methods.contains(.passcode)
                    ? .passcodeRequired(.devicePasscodeRemoved) : .recoveryRequired(.devicePasscodeRemoved), at: now)
        }
    }

    /// The best method by itself: once after each return to the app, and never after a cancelled one.
    mutating func askOnce(at now: Moment) -> [LockAction] {
        guard !hasAsked, settings.promptsAutomatically, isDataAvailable, isInUse else { return [] }
        switch state {
        case .locked, .passcodeRequired, .lockedOut: break
        default: return []
        }
        settleLockout(at: now)
        guard let method = methods.ordered.first(where: { $0 != .recoveryCode && isAllowed($0) }) else { return [] }
        hasAsked = true
        return unlockRequested(method, at: now)
    }

    /// Takes the ledger's word.
    mutating func settle(_ standing: AttemptStanding, at now: Moment) -> [LockAction] {
        state = standing.state(at: now)
        resting = state
        if let shown = presented, !isAllowed(shown) || state == .wiped { presented = nil }
        return []
    }

    /// The owner is in.
    mutating func settleUnlocked(at now: Moment) -> [LockAction] {
        // The prompt that was answered may still hold the focus.
        isReturningFromPrompt = !isInUse
        isPromptShowing = false
        state = isInUse ? .unlocked : .covered(since: now)
        resting = .locked
        presented = nil
        wasOutOfSight = isOutOfSight
        return uncoverings + deliverLinks()
    }

    /// A lockout whose time has come is none.
    mutating func settleLockout(at now: Moment) {
        guard case .lockedOut(let from, let seconds) = state, let gone = now.certainMilliseconds(since: from),
            Double(gone) >= seconds * 1000
        else { return }
        state = .locked
        resting = .locked
    }

    /// Gives up the attempt under way, as when nobody can be looking any more.
    mutating func abandonAttempt() -> [LockAction] {
        guard let attempt = current else { return [] }
        state = resting
        // The vault may have given its key already.
        return attempt.method.isPrompt ? [.cancelPrompt(attempt), .dropKey] : [.dropKey]
    }

    /// The attempt under way.
    var current: UnlockAttempt? {
        switch state {
        case .prompting(let attempt), .verifying(let attempt): attempt
        default: nil
        }
    }

    private mutating func begin(_ method: UnlockMethod) -> UnlockAttempt {
        attemptCount &+= 1
        resting = state
        return UnlockAttempt(number: attemptCount, method: method)
    }

    /// Whether a method may be tried in this state.
    func isAllowed(_ method: UnlockMethod) -> Bool {
        switch state {
        case .locked: true
        case .passcodeRequired: method == .passcode || method == .recoveryCode
        case .lockedOut, .recovery: method == .recoveryCode
        case .unconfigured, .unlocked, .covered, .prompting, .verifying, .wiped: false
        }
    }
}

/// How a prompt of the system ends without an owner.
public enum PromptFailure: UInt8, Hashable, Sendable, CaseIterable {
    /// Somebody else, or a wet finger.
    case notRecognised
    /// The sensor takes no more tries for now.
    case sensorLockedOut
    /// Cancelled by the owner, the system or another prompt, or not possible at the moment.
    case interrupted
    /// The button beside the prompt was tapped.
    case fallbackChosen
    /// Other fingers or faces are enrolled than when the method was set up.
    case biometricsChanged
    /// The device's passcode was removed, and with it what it guarded.
    case guardedItemGone
}
