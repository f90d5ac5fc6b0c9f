// SPDX-License-Identifier: MIT
import LockFlow

extension SearchHost {
    /// Performs the machine's actions, and checks that each is allowed.
    mutating func carryOut(_ actions: [LockAction], _ event: SearchEvent, _ before: SearchHost) -> Violation? {
        if case .open(let id) = event, before.windows[id].phase == nil, !actions.contains(.cover(id)) {
            return .bornUncovered
        }
        if isScreenClosed(before) || event == .lockRequested && before.machine.presentedMethod == nil {
            isOfferDue = true
        }
        for action in actions {
            switch action {
            case .cover(let id): windows[id].isUncovered = false
            case .uncover(let id): windows[id].isUncovered = true
            case .endEditing: break
            case .present(let method):
                // A screen that stays is no news.
                let isShown = method == before.machine.presentedMethod
                guard isOfferDue || isShown || event.isAskedFor || event == .fail(.current, .fallbackChosen) else {
                    return .presentedAgain
                }
                isOfferDue = false
            case .eraseKey: holdsKey = false
            case .prompt(let attempt):
                guard prompt == nil else { return .secondPrompt }
                if let violation = tries(attempt) { return violation }
                if !event.isAskedFor {
                    guard !hasAsked, isOfferDue, event != .deviceLocked else { return .askedAgain }
                    hasAsked = true
                }
                prompt = attempt
                isOfferDue = false
            case .cancelPrompt(let attempt):
                guard prompt == attempt else { return .lostPrompt }
                if case .change = event { return .promptCutShort }
                (prompt, current) = (nil, nil)
            case .verify(let attempt):
                if let violation = tries(attempt) { return violation }
                isOfferDue = false
            case .deliver(let link):
                guard windows.contains(where: \.isUncovered) else { return .linkLeaked }
                guard links.first == link else { return .linkLost }
                links.removeFirst()
            }
        }
        links = links.suffix(max(1, machine.settings.heldLinkLimit))
        if isOpen || machine.holdsKey { isOfferDue = true }
        return nil
    }

    /// Returns a Boolean value that indicates whether the screen that was shown had to close: its method is gone or
    /// ruled out.
    private func isScreenClosed(_ before: SearchHost) -> Bool {
        guard let shown = before.machine.presentedMethod, machine.presentedMethod != shown else { return false }
        let needsPasscode = hasDeviceChanged && machine.methods.contains(.passcode)
        // A machine that has not seen the end of a lockout counts it again after the clock ran backwards.
        let isRuledOut = !allows(shown) || !isLockoutOver && !allows(shown, under: standing)
        return !machine.methods.contains(shown) || isRuledOut || needsPasscode && shown == .picture
    }

    /// Returns a Boolean value that indicates whether the app's own screen is missing: an event brought the lock into
    /// use, locked it or changed its methods, and the best method that is allowed needs no prompt.
    private func isScreenMissing(_ event: SearchEvent, _ before: SearchHost) -> Bool {
        switch event {
        case .activate(let id): guard windows[id].phase != nil else { return false }
        case .deviceLocked: guard machine.settings.locksWithDevice else { return false }
        case .found: guard before.machine.state == .unconfigured else { return false }
        case .lockRequested, .change, .dataAvailable: break
        default: return false
        }
        guard isOfferDue, machine.settings.promptsAutomatically, isDataAvailable, isInUse else { return false }
        return machine.offeredMethods(at: now).first { $0 != .recoveryCode }.map { !$0.isPrompt } ?? false
    }

    /// Checks that an attempt is allowed in the previous state.
    private mutating func tries(_ attempt: UnlockAttempt) -> Violation? {
        defer { current = attempt }
        guard isDataAvailable else { return .tooEarly }
        guard machine.methods.contains(attempt.method) else { return .unknownMethod }
        if hasDeviceChanged && [.deviceOwner, .biometrics].contains(attempt.method) { return .deviceChangeIgnored }
        if needsPasscode && attempt.method == .picture { return .deviceChangeIgnored }
        guard allows(attempt.method) else { return .standingIgnored }
        switch machine.resting {
        case .locked: return nil
        case .passcodeRequired(.pictureFailures): return attempt.method != .picture ? nil : .standingIgnored
        case .passcodeRequired: return [.passcode, .recoveryCode].contains(attempt.method) ? nil : .standingIgnored
        case .lockedOut, .recoveryRequired(.passcodeFailures):
            return [.passkey, .recoveryCode].contains(attempt.method) ? nil : .standingIgnored
        case .recoveryRequired: return attempt.method == .recoveryCode ? nil : .standingIgnored
        default: return .standingIgnored
        }
    }

    /// Returns a Boolean value that indicates whether the standing that the vault last reported allows a method,
    /// whether the app was locked, unlocked or trying another one then.
    private func allows(_ method: UnlockMethod) -> Bool { allows(method, under: currentStanding) }

    private func allows(_ method: UnlockMethod, under standing: AttemptStanding) -> Bool {
        switch standing {
        case .attemptsAllowed: true
        case .passcodeRequired(.pictureFailures): method != .picture
        case .passcodeRequired: method == .passcode || method == .recoveryCode
        case .lockedOut, .recoveryRequired(.passcodeFailures): method == .passkey || method == .recoveryCode
        case .recoveryRequired: method == .recoveryCode
        case .wiped: false
        }
    }

    /// Checks the invariants that hold after every event.
    mutating func judge(_ event: SearchEvent, _ before: SearchHost) -> Violation? {
        let state = machine.state
        if !isOpen && windows.contains(where: \.isUncovered) { return .contentWhileLocked }
        if windows.contains(where: { $0.isUncovered && $0.phase != .active }) { return .contentOutOfUse }
        if isOpen && windows.contains(where: { $0.phase == .active && !$0.isUncovered }) { return .contentMissing }
        if holdsKey && !machine.holdsKey { return .keyWhileLocked }
        if machine.holdsKey && !holdsKey { return .keyMissing }
        if case .prompting(let attempt) = state {
            if prompt != attempt { return .lostPrompt }
            if isOutOfSight { return .promptOutOfSight }
        } else if prompt != nil {
            return .lostPrompt
        }
        if machine.holdsKey && !before.machine.holdsKey {
            switch (event, before.machine.state) {
            case (.accept(.current), .prompting), (.accept(.current), .verifying): break
            case (.configured, .unconfigured), (.configured, .wiped): break
            default: return .unlockedWithoutAttempt
            }
        }
        if event.isStale && (machine != before.machine) { return .staleAnswer }
        if before.machine.state == .wiped && state != .wiped && event != .configured && event != .erased {
            return .wipedRevived
        }
        if state == .unconfigured && before.machine.state != .unconfigured {
            switch event {
            case .removed where before.machine.holdsKey: break
            case .noLockFound where !before.isDataAvailable: break
            case .erased: break
            default: return .lockLost
            }
        }
        if machine.heldLinks != links { return .linkLost }
        if case .read = event, let prompt, !allows(prompt.method) { return .standingIgnored }
        if event == .erased && (state != .unconfigured || holdsKey || prompt != nil) { return .eraseIgnored }
        if case .found = event, state == .unconfigured { return .foundIgnored }
        if machine.holdsKey && isOutOfSight && machine.settings.graceSeconds == 0 && !machine.isReturningFromPrompt {
            return .keyOutOfSight
        }
        if event == .lockRequested && (isOpen && state != .unconfigured || machine.holdsKey) { return .lockIgnored }
        if event == .deviceLocked && machine.settings.locksWithDevice && machine.holdsKey { return .lockIgnored }
        if isClosed(event, before) { return .closed }
        if isScreenMissing(event, before) { return .screenMissing }
        if before.machine.holdsKey, case .lockedOut(let from, let length) = state,
            let gone = now.certainMilliseconds(since: from), Double(gone) >= length * 1000
        {
            return .lockoutKept
        }
        return judgeTime(event, before)
    }

    /// Returns a Boolean value that indicates whether a method is not offered although nothing rules it out: any but
    /// the picture after wrong drawings, and the picture after a change of the device, where there is no passcode.
    private func isClosed(_ event: SearchEvent, _ before: SearchHost) -> Bool {
        let offered = machine.offeredMethods(at: now)
        if machine.state == .passcodeRequired(.pictureFailures), !hasDeviceChanged {
            return machine.methods.ordered.contains { $0 != .picture && !offered.contains($0) }
        }
        guard case .fail(.current, let failure) = event, before.isUnderWay, before.machine.resting == .locked,
            failure == .biometricsChanged || failure == .keyLost
        else { return false }
        return !needsPasscode && machine.methods.contains(.picture) && !offered.contains(.picture)
    }

    /// Checks the grace period and lockouts by the host's own clock.
    private mutating func judgeTime(_ event: SearchEvent, _ before: SearchHost) -> Violation? {
        defer { noteAbsence() }
        if let (from, length) = before.lockout, lockout == nil {
            let isOver = now.certainMilliseconds(since: from).map { Double($0) >= length * 1000 } ?? false
            switch event {
            // The ledger's own news.
            case .read, .reject(.current, _), .erased: break
            case .submit(.recoveryCode), .request(.recoveryCode), .tap: break
            // The attempt was allowed when it began.
            case .accept(.current) where before.isUnderWay: break
            default: if !isOver { return .lockoutShortened }
            }
            if !isOver, case .verifying(let attempt) = machine.state, attempt != before.current,
                attempt.method != .recoveryCode
            {
                return .lockoutShortened
            }
        }
        if let left = leftAt, isInUse, machine.state == .unlocked, before.machine.holdsKey, !before.isInUse,
            wasOutOfSight || machine.settings.locksWhenInactive
        {
            let grace = max(
                machine.settings.graceSeconds,
                before.machine.isReturningFromPrompt ? machine.settings.promptReturnSeconds : 0)
            guard let away = now.seconds(since: left), away >= 0, away < grace else { return .graceExceeded }
        }
        return nil
    }

    private mutating func noteAbsence() {
        guard machine.holdsKey, !isInUse else {
            (leftAt, wasOutOfSight) = (nil, false)
            return
        }
        if leftAt == nil && !isOwnPromptUp { leftAt = now }
        if isOutOfSight { wasOutOfSight = true }
    }
}

extension SearchEvent {
    /// A Boolean value that indicates whether the owner requested an attempt by hand.
    var isAskedFor: Bool {
        switch self {
        case .tap, .request, .submit: true
        default: false
        }
    }

    var isStale: Bool {
        switch self {
        case .accept(.stale), .reject(.stale, _), .cancel(.stale), .fail(.stale, _): true
        default: false
        }
    }
}
