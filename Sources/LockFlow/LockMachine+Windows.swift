// SPDX-License-Identifier: MIT

/// Windows come, go, and lose the eye of who looks at them.
extension LockMachine {
    /// A window is about to appear: covered at birth.
    public mutating func windowOpened(_ id: WindowID) -> [LockAction] {
        guard index(of: id) == nil else { return [] }
        windows.append(Window(id: id, phase: .inactive))
        return [.cover(id)]
    }

    /// A window is gone for good. If it was the last one in use, the app counts as left.
    public mutating func windowClosed(_ id: WindowID, at now: Moment) -> [LockAction] {
        guard let index = index(of: id) else { return [] }
        windows.remove(at: index)
        return lookedAway(at: now)
    }

    /// A window is about to lose the focus, for an alert, the app switcher or another app.
    public mutating func windowResignedActive(_ id: WindowID, at now: Moment) -> [LockAction] {
        guard let index = index(of: id), windows[index].phase == .active else { return [] }
        windows[index].phase = .inactive
        return [.cover(id), .endEditing(id)] + lookedAway(at: now)
    }

    /// A window is out of sight.
    public mutating func windowEnteredBackground(_ id: WindowID, at now: Moment) -> [LockAction] {
        guard let index = index(of: id) else { return [] }
        windows[index].phase = .background
        return [.cover(id), .endEditing(id)] + lookedAway(at: now)
    }

    /// A window is about to be seen again: whether it locks is decided before anything shows.
    public mutating func windowWillEnterForeground(_ id: WindowID, at now: Moment) -> [LockAction] {
        guard let index = index(of: id) else { return [] }
        if windows[index].phase == .background { windows[index].phase = .inactive }
        return endGrace(at: now)
    }

    /// A window is in use: uncovered, or the owner is asked once.
    public mutating func windowBecameActive(_ id: WindowID, at now: Moment) -> [LockAction] {
        guard let index = index(of: id) else { return [] }
        windows[index].phase = .active
        let actions = endGrace(at: now)
        if case .covered = state { return actions + settleUnlocked(at: now) }
        if showsContent { return actions + [.uncover(id)] + deliverLinks() }
        return actions + askOnce(at: now)
    }

    /// Stamps the moment at which the last window in use was left, and gives up what nobody can see any more.
    private mutating func lookedAway(at now: Moment) -> [LockAction] {
        var actions: [LockAction] = []
        if isOutOfSight {
            wasOutOfSight = true
            hasAsked = false
            isPromptShowing = false
            actions = abandonAttempt()
        }
        if state == .unlocked && !isInUse && !isPromptShowing { state = .covered(since: now) }
        return actions
    }

    /// Locks when grace is over.
    private mutating func endGrace(at now: Moment) -> [LockAction] {
        guard case .covered(let since) = state, wasOutOfSight || settings.locksWhenInactive else { return [] }
        let grace = max(settings.graceSeconds, isReturningFromPrompt ? settings.promptReturnSeconds : 0)
        // Another boot, or a clock that ran backwards, is no grace.
        if let away = now.seconds(since: since), away >= 0, away < grace { return [] }
        return lock()
    }

    func index(of id: WindowID) -> Int? { windows.firstIndex { $0.id == id } }
}
