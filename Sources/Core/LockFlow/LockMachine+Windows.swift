// SPDX-License-Identifier: MIT

/// Windows that open, close, and gain or lose the focus.
extension LockMachine {
    /// Handles a window that is about to appear. It starts covered.
    public mutating func windowOpened(_ id: WindowID) -> [LockAction] {
        guard index(of: id) == nil else { return [] }
        windows.append(Window(id: id, phase: .inactive))
        return [.cover(id)]
    }

    /// Handles a window that was closed. If it was the last active one, the user has left the app.
    public mutating func windowClosed(_ id: WindowID, at now: ClockReading) -> [LockAction] {
        guard let index = index(of: id) else { return [] }
        windows.remove(at: index)
        return lastWindowBecameInactive(at: now)
    }

    /// Handles a window that is about to lose the focus to an alert, the app switcher or another app. Without
    /// ``LockSettings/coversWhenInactive``, a window whose content shows stays in use.
    public mutating func windowResignedActive(_ id: WindowID, at now: ClockReading) -> [LockAction] {
        guard let index = index(of: id), windows[index].phase == .active else { return [] }
        if !settings.coversWhenInactive && showsContent { return [] }
        windows[index].phase = .inactive
        return [.cover(id), .endEditing(id)] + lastWindowBecameInactive(at: now)
    }

    /// Handles a window that went out of sight.
    public mutating func windowEnteredBackground(_ id: WindowID, at now: ClockReading) -> [LockAction] {
        guard let index = index(of: id) else { return [] }
        windows[index].phase = .background
        return [.cover(id), .endEditing(id)] + lastWindowBecameInactive(at: now)
    }

    /// Handles a window that is about to come into sight. The machine decides whether to lock before any content shows.
    /// Without ``LockSettings/coversWhenInactive``, the content of an unlocked app shows without the focus.
    public mutating func windowWillEnterForeground(_ id: WindowID, at now: ClockReading) -> [LockAction] {
        guard let index = index(of: id) else { return [] }
        if windows[index].phase == .background { windows[index].phase = .inactive }
        let actions = endGrace(at: now)
        guard !settings.coversWhenInactive else { return actions }
        switch state {
        case .covered, .unlocked, .unconfigured: return actions + windowBecameActive(id, at: now)
        default: return actions
        }
    }

    /// Handles a window that became active: uncovers it, or offers the best method once.
    public mutating func windowBecameActive(_ id: WindowID, at now: ClockReading) -> [LockAction] {
        guard let index = index(of: id) else { return [] }
        windows[index].phase = .active
        let actions = endGrace(at: now)
        if case .covered = state { return actions + unlock(at: now) }
        if showsContent { return actions + [.uncover(id)] + deliverLinks() }
        return actions + offerAutomatically(at: now)
    }

    /// Records the time at which the last active window was left, and locks if there is no grace period. Gives up
    /// attempts and prompts once no window is in sight.
    private mutating func lastWindowBecameInactive(at now: ClockReading) -> [LockAction] {
        var actions: [LockAction] = []
        if isOutOfSight {
            wasOutOfSight = true
            (hasAsked, hasOffered) = (false, false)
            isPromptShowing = false
            actions = abandonAttempt(at: now)
        }
        if state == .unlocked && !isInUse && !isPromptShowing { state = .covered(since: now) }
        return actions + endGrace(at: now)
    }

    /// Locks if the grace period is over.
    package mutating func endGrace(at now: ClockReading) -> [LockAction] {
        graceSecondsLeft(at: now) == 0 ? lock(at: now) : []
    }

    /// Returns the seconds until the grace period ends: 0 if it is over, `nil` if none has begun.
    package func graceSecondsLeft(at now: ClockReading) -> Double? {
        guard case .covered(let since) = state, wasOutOfSight || settings.locksWhenInactive else { return nil }
        let grace = max(settings.graceSeconds, isReturningFromPrompt ? settings.promptReturnSeconds : 0)
        // There is no grace after a reboot or a clock that ran backwards.
        guard let away = now.seconds(since: since), away >= 0, away < grace else { return 0 }
        return grace - away
    }

    func index(of id: WindowID) -> Int? { windows.firstIndex { $0.id == id } }
}
