// SPDX-License-Identifier: MIT
import LockFlow

/// A violation of the lock's invariants.
package enum Violation: String, Error, Sendable {
    case contentWhileLocked = "content shows while the state hides it"
    case contentOutOfUse = "content shows in a window that is not in use"
    case contentMissing = "the owner is unlocked, and an active window is covered"
    case bornUncovered = "a new window was not covered"
    case keyWhileLocked = "the key is in memory while locked"
    case keyMissing = "unlocked without the key"
    case secondPrompt = "a second prompt is shown"
    case lostPrompt = "the machine and the host disagree about whether a prompt is shown"
    case promptOutOfSight = "a prompt is shown while the app is out of sight"
    case promptCutShort = "a change of the methods closes a prompt"
    case askedAgain = "an automatic prompt is shown after the owner was prompted"
    case presentedAgain = "a screen appears without a request after a method was offered"
    case screenMissing = "the app's own screen does not appear although its method is the best"
    case tooEarly = "an attempt is made before the protected data is readable"
    case unlockedWithoutAttempt = "unlocked without an accepted attempt"
    case graceExceeded = "unlocked without an attempt after the grace period"
    case staleAnswer = "the result of an earlier attempt changed the state"
    case lockoutShortened = "a lockout ended early"
    case lockoutKept = "the app locked into a lockout that was over"
    case standingIgnored = "a method is tried that earlier failures rule out"
    case deviceChangeIgnored = "a method is tried that a change of the device rules out"
    case closed = "a method that nothing rules out is not offered"
    case unknownMethod = "a method is tried that is not set up"
    case wipedRevived = "a destroyed vault is available again"
    case lockLost = "a lock is gone that was neither removed nor erased"
    case linkLeaked = "a held link was delivered while no content may be shown"
    case linkLost = "a held link was lost, duplicated or delivered out of order"
    case lockIgnored = "still unlocked after a request to lock"
    case eraseIgnored = "a lock is there after it was erased"
    case foundIgnored = "no lock is there after it was found"
    case keyOutOfSight = "the key is in memory out of sight without a grace period"
}

extension SearchHost {
    /// Applies an event and checks its effects.
    package mutating func step(_ event: SearchEvent) -> Violation? {
        let before = self
        prepare(event)
        hasLockoutEnded = hasLockoutEnded || isLockoutOver
        let actions = apply(event)
        // A window that needs no focus is in use as soon as its content is in sight.
        if case .foreground(let id) = event, windows[id].phase != nil, !machine.settings.coversWhenInactive, isOpen {
            windows[id].phase = .active
        }
        if machine.state != .unlocked { isOwnPromptUp = false }
        if machine.holdsKey { (hasDeviceChanged, needsPasscode) = (false, false) }
        if let violation = carryOut(actions, event, before) { return violation }
        return judge(event, before)
    }

    /// Updates the host's own state for the actions of the user, the system or the vault, independently of the machine.
    private mutating func prepare(_ event: SearchEvent) {
        switch event {
        case .open(let id): if windows[id].phase == nil { windows[id].phase = .inactive }
        case .close(let id):
            windows[id] = SearchWindow()
        case .resign(let id):
            let leaves = machine.settings.coversWhenInactive || !isOpen
            if windows[id].phase == .active && leaves { windows[id].phase = .inactive }
        case .background(let id): if windows[id].phase != nil { windows[id].phase = .background }
        case .foreground(let id): if windows[id].phase == .background { windows[id].phase = .inactive }
        case .activate(let id): if windows[id].phase != nil { windows[id].phase = .active }
        case .accept(let answer):
            if answer == .stale || current != nil { holdsKey = true }
            if answer == .current && isUnderWay { note(.attemptsAllowed) }
        case .reject(.current, let standing): if isUnderWay { note(standing) }
        case .read(let standing): if machine.state != .unconfigured && self.standing != .wiped { note(standing) }
        case .fail(.current, .biometricsChanged), .fail(.current, .keyLost):
            guard isUnderWay else { break }
            hasDeviceChanged = true
            needsPasscode = machine.methods.contains(.passcode)
        case .change(let methods): needsPasscode = needsPasscode && methods.contains(.passcode)
        case .configured:
            if machine.state == .unconfigured || machine.state == .wiped {
                holdsKey = true
                note(.attemptsAllowed)
            }
        case .dataAvailable, .noLockFound: isDataAvailable = true
        case .erased:
            isDataAvailable = true
            (hasDeviceChanged, needsPasscode) = (false, false)
        case .found(let standing):
            if machine.state == .unconfigured {
                isDataAvailable = true
                note(standing)
            }
        case .tap, .request, .submit: break
        case .lockRequested: hasAsked = true
        case .link:
            linkCount += 1
            links.append(HeldLink(rawValue: linkCount))
        case .promptShown: if machine.state == .unlocked { isOwnPromptUp = true }
        case .promptClosed: isOwnPromptUp = false
        case .wait(let wait): now = SearchClock.passing(wait, now)
        default: break
        }
        if isOutOfSight {
            switch event {
            case .background, .close: (hasAsked, isOwnPromptUp, isOfferDue) = (false, false, true)
            default: break
            }
        }
    }

    private mutating func note(_ standing: AttemptStanding) {
        (self.standing, standingSince, hasLockoutEnded) = (standing, now, false)
    }

    private mutating func apply(_ event: SearchEvent) -> [LockAction] {
        switch event {
        case .open(let id): return machine.windowOpened(id)
        case .close(let id): return machine.windowClosed(id, at: now)
        case .resign(let id): return machine.windowResignedActive(id, at: now)
        case .background(let id): return machine.windowEnteredBackground(id, at: now)
        case .foreground(let id): return machine.windowWillEnterForeground(id, at: now)
        case .activate(let id): return machine.windowBecameActive(id, at: now)
        case .tap: return machine.unlockRequested(at: now)
        case .request(let method): return machine.unlockRequested(method, at: now)
        case .submit(let method): return machine.attemptSubmitted(method, at: now)
        case .accept(let answer): return answered(answer).map { machine.attemptAccepted($0, at: now) } ?? []
        case .reject(let answer, let standing):
            return answered(answer).map { machine.attemptRejected($0, standing: standing, at: now) } ?? []
        case .cancel(let answer): return answered(answer).map { machine.attemptCancelled($0, at: now) } ?? []
        case .fail(let answer, let failure):
            return answered(answer).map { machine.promptFailed($0, failure, at: now) } ?? []
        case .lockRequested: return machine.lockRequested(at: now)
        case .deviceLocked: return machine.deviceLocked(at: now)
        case .dataAvailable: return machine.dataBecameAvailable(at: now)
        case .noLockFound: return machine.dataBecameAvailable(isConfigured: false, at: now)
        case .link: return machine.linkReceived(HeldLink(rawValue: linkCount))
        case .change(let methods): return machine.methodsChanged(methods, at: now)
        case .read(let standing): return machine.standingRead(standing, at: now)
        case .configured: return machine.lockConfigured(machine.methods, at: now)
        case .found(let standing): return machine.lockFound(standing, at: now)
        case .removed: return machine.lockRemoved()
        case .erased: return machine.lockErased(at: now)
        case .promptShown: return machine.promptShown()
        case .promptClosed: return machine.promptClosed(at: now)
        case .wait: return []
        }
    }

    /// Returns the attempt that a result is for. A result closes the attempt's prompt.
    private mutating func answered(_ answer: SearchEvent.Answer) -> UnlockAttempt? {
        switch answer {
        case .stale: return Self.staleAttempt
        case .current:
            defer { (current, prompt) = (nil, nil) }
            return current
        }
    }

    static var staleAttempt: UnlockAttempt { UnlockAttempt(number: 1, method: .deviceOwner) }
}
