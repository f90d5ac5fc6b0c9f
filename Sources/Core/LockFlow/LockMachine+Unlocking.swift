// SPDX-License-Identifier: MIT

/// Unlock attempts and their results.
extension LockMachine {
    /// Handles a tap on the cover or the choice of a method there. `nil` chooses the best method.
    public mutating func unlockRequested(_ method: UnlockMethod? = nil, at now: ClockReading) -> [LockAction] {
        guard isInUse && isDataAvailable else { return [] }
        endElapsedLockout(at: now)
        guard let method = method ?? methods.ordered.first(where: isAllowed), methods.contains(method),
            isAllowed(method)
        else { return [] }
        guard method.isPrompt else { return present(method) }
        hasOffered = true
        let attempt = begin(method)
        state = .prompting(attempt)
        return [.prompt(attempt)]
    }

    /// Handles a passcode, drawing or code that the user submitted on one of the app's own screens.
    public mutating func attemptSubmitted(_ method: UnlockMethod, at now: ClockReading) -> [LockAction] {
        guard isInUse && isDataAvailable && !method.isPrompt else { return [] }
        endElapsedLockout(at: now)
        guard methods.contains(method), isAllowed(method) else { return [] }
        hasOffered = true
        presentedMethod = method
        let attempt = begin(method)
        state = .verifying(attempt)
        return [.verify(attempt)]
    }

    /// Handles the vault returning its key, after a prompt or for submitted input. The key of a stale attempt is to be
    /// dropped.
    public mutating func attemptAccepted(_ attempt: UnlockAttempt, at now: ClockReading) -> [LockAction] {
        guard attempt == current else { return holdsKey ? [] : [.eraseKey] }
        resting = .locked
        return unlock(at: now)
    }

    /// Handles the vault rejecting submitted input. `standing` is the ledger's state after the attempt.
    public mutating func attemptRejected(
        _ attempt: UnlockAttempt, standing: AttemptStanding, at now: ClockReading
    ) -> [LockAction] {
        guard attempt == current else { return [] }
        return apply(standing, at: now)
    }

    /// Handles an attempt that the user cancelled or that could not be made. It is not counted.
    /// - Parameters:
    ///   - attempt: The attempt.
    ///   - now: The current time, for a lockout.
    public mutating func attemptCancelled(_ attempt: UnlockAttempt, at now: ClockReading) -> [LockAction] {
        guard attempt == current else { return [] }
        adopt(resting, at: now)
        return []
    }

    /// Handles the end of a system prompt that did not authenticate the owner.
    public mutating func promptFailed(
        _ attempt: UnlockAttempt, _ failure: PromptFailure, at now: ClockReading
    ) -> [LockAction] {
        guard attempt == current else { return [] }
        adopt(resting, at: now)
        switch failure {
        case .notRecognised, .sensorLockedOut, .interrupted: return []
        case .fallbackChosen:
            guard let method = methods.fallbackMethod, methods.contains(method), isAllowed(method) else { return [] }
            return present(method)
        case .biometricsChanged: return apply(deviceChange: .biometricsChanged, at: now)
        case .keyLost: return apply(deviceChange: .devicePasscodeRemoved, at: now)
        }
    }

    /// Requests the best method automatically, once after each locking and each return to the app, and never after a
    /// cancelled attempt. A system prompt comes once after each return alone. A screen of the app is no prompt.
    /// - Parameters:
    ///   - now: The current time.
    ///   - prompts: A Boolean value that indicates whether a system prompt may be shown now.
    mutating func offerAutomatically(at now: ClockReading, prompts: Bool = true) -> [LockAction] {
        guard !hasOffered, settings.promptsAutomatically, isDataAvailable, isInUse else { return [] }
        switch state {
        case .locked, .passcodeRequired, .lockedOut: break
        default: return []
        }
        endElapsedLockout(at: now)
        guard let method = methods.ordered.first(where: { $0 != .recoveryCode && isAllowed($0) }) else { return [] }
        if method.isPrompt {
            guard prompts && !hasAsked else { return [] }
            hasAsked = true
        }
        return unlockRequested(method, at: now)
    }

    /// Adopts the ledger's state.
    mutating func apply(_ standing: AttemptStanding, at now: ClockReading) -> [LockAction] {
        adopt(standing.state(at: now), at: now)
        return []
    }

    /// Remembers the change of the device that a prompt has found, until the owner unlocks, whatever the ledger says
    /// meanwhile.
    private mutating func apply(deviceChange change: PasscodeReason, at now: ClockReading) -> [LockAction] {
        deviceChange = change
        adopt(state, at: now)
        return []
    }

    /// Adopts a state of the ledger, with what a change of the device requires in addition. A lockout that is over does
    /// not count, and closes no screen.
    mutating func adopt(_ ledger: LockState, at now: ClockReading) {
        state = isElapsedLockout(ledger, at: now) ? .locked : ledger
        if let deviceChange {
            switch state {
            case .locked, .passcodeRequired:
                if methods.contains(.passcode) {
                    state = .passcodeRequired(deviceChange)
                } else if deviceChange == .devicePasscodeRemoved && !methods.contains(.picture) {
                    state = .recoveryRequired(.devicePasscodeRemoved)
                }
            default: break
            }
        }
        resting = state
        if let shown = presentedMethod, !isAllowed(shown) || state == .wiped { closeScreen() }
    }

    /// Shows the app's own screen for a method.
    private mutating func present(_ method: UnlockMethod) -> [LockAction] {
        hasOffered = true
        presentedMethod = method
        return [.present(method)]
    }

    /// Closes the app's own screen. The next one may appear without a tap.
    mutating func closeScreen() {
        presentedMethod = nil
        hasOffered = false
    }

    /// Unlocks the app, or shows it again within the grace period.
    mutating func unlock(at now: ClockReading) -> [LockAction] {
        // The prompt of this attempt may still have the focus.
        isReturningFromPrompt = !isInUse
        isPromptShowing = false
        state = isInUse ? .unlocked : .covered(since: now)
        deviceChange = nil
        closeScreen()
        wasOutOfSight = isOutOfSight
        return uncoverings + deliverLinks()
    }

    /// Ends a lockout whose time has elapsed.
    mutating func endElapsedLockout(at now: ClockReading) {
        if isElapsedLockout(state, at: now) { adopt(state, at: now) }
    }

    private func isElapsedLockout(_ state: LockState, at now: ClockReading) -> Bool {
        guard case .lockedOut(let from, let seconds) = state, let gone = now.certainMilliseconds(since: from) else {
            return false
        }
        return Double(gone) >= seconds * 1000
    }

    /// Abandons the attempt under way, for example because the app is out of sight.
    mutating func abandonAttempt(at now: ClockReading) -> [LockAction] {
        guard let attempt = current else { return [] }
        adopt(resting, at: now)
        // The vault may have returned its key already.
        return attempt.method.isPrompt ? [.cancelPrompt(attempt), .eraseKey] : [.eraseKey]
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

    /// Returns a Boolean value that indicates whether a method may be tried in this state.
    func isAllowed(_ method: UnlockMethod) -> Bool {
        switch state {
        case .locked: !isUnbound(method)
        // Wrong drawings close the drawing alone.
        case .passcodeRequired(.pictureFailures): method != .picture && !isUnbound(method)
        case .passcodeRequired: method == .passcode || method == .recoveryCode
        // A passkey cannot be guessed, so wrong guesses do not delay it.
        case .lockedOut, .recoveryRequired(.passcodeFailures): method == .passkey || method == .recoveryCode
        case .recoveryRequired: method == .recoveryCode
        case .unconfigured, .unlocked, .covered, .prompting, .verifying, .wiped: false
        }
    }

    /// Returns a Boolean value that indicates whether the method's key is gone because the device has changed.
    private func isUnbound(_ method: UnlockMethod) -> Bool {
        deviceChange != nil && (method == .deviceOwner || method == .biometrics)
    }
}

/// The reason why a system prompt did not authenticate the owner.
public enum PromptFailure: UInt8, Hashable, Sendable, CaseIterable {
    /// The sensor did not recognise the finger or face.
    case notRecognised
    /// The sensor is locked after failures.
    case sensorLockedOut
    /// The prompt was cancelled by the owner, the system or another prompt, or is not possible now.
    case interrupted
    /// The user tapped the fallback button of the prompt.
    case fallbackChosen
    /// The enrolled fingers or faces have changed since the method was set up.
    case biometricsChanged
    /// The key that the system protected is gone: the device's passcode or the device key was removed.
    case keyLost
}
