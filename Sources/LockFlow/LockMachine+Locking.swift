// SPDX-License-Identifier: MIT

/// What locks, what is held back, and what changes while the app runs.
extension LockMachine {
    /// The owner wants it locked: at once, and without being asked straight away.
    public mutating func lockRequested() -> [LockAction] {
        hasAsked = true
        return abandonAttempt() + lock()
    }

    /// The device was locked.
    public mutating func deviceLocked() -> [LockAction] {
        settings.locksWithDevice ? abandonAttempt() + lock() : []
    }

    /// The protected data can be read now.
    /// - Parameters:
    ///   - isConfigured: whether a lock was found there. Until then there had to be one; a lock that was found once is
    ///     not lost that way.
    ///   - now: when that became known, for a prompt or a lockout.
    public mutating func dataBecameAvailable(isConfigured: Bool = true, at now: Moment) -> [LockAction] {
        let isNews = !isDataAvailable
        isDataAvailable = true
        guard isNews && !isConfigured && state == .locked else { return askOnce(at: now) }
        state = .unconfigured
        presented = nil
        return uncoverings + deliverLinks()
    }

    /// A link or a notification asks for something to be shown.
    public mutating func linkReceived(_ link: HeldLink) -> [LockAction] {
        if showsContent && isInUse { return [.deliver(link)] }
        heldLinks.append(link)
        while heldLinks.count > max(1, settings.heldLinkLimit) { heldLinks.removeFirst() }
        return []
    }

    /// What the device can do, or what the owner set up, has changed.
    public mutating func methodsChanged(_ methods: UnlockMethods) -> [LockAction] {
        self.methods = methods
        if let shown = presented, !methods.contains(shown) { presented = nil }
        guard let attempt = current, !methods.contains(attempt.method) else { return [] }
        return abandonAttempt()
    }

    /// The ledger was read again, as after a reboot or while a lockout is shown.
    public mutating func standingRead(_ standing: AttemptStanding, at now: Moment) -> [LockAction] {
        switch state {
        case .locked, .lockedOut, .passcodeRequired, .recovery: settle(standing, at: now)
        default: []
        }
    }

    /// A lock was set up where there was none: who did it is in.
    public mutating func lockConfigured(_ methods: UnlockMethods, at now: Moment) -> [LockAction] {
        guard state == .unconfigured || state == .wiped else { return [] }
        self.methods = methods
        return settleUnlocked(at: now)
    }

    /// The owner, who is in, has switched the lock off.
    public mutating func lockRemoved() -> [LockAction] {
        guard holdsKey else { return [] }
        state = .unconfigured
        return [.dropKey]
    }

    /// A vault that had vanished was given up: there is no lock any more.
    public mutating func vanishedVaultDiscarded() -> [LockAction] {
        guard state == .recovery(.vaultVanished) else { return [] }
        state = .unconfigured
        return uncoverings + deliverLinks()
    }

    /// The app itself shows a prompt of the system, as to read a guarded secret: losing the focus to it is no leaving.
    public mutating func promptShown() -> [LockAction] {
        if state == .unlocked { isPromptShowing = true }
        return []
    }

    /// That prompt is gone.
    public mutating func promptClosed(at now: Moment) -> [LockAction] {
        guard isPromptShowing else { return [] }
        isPromptShowing = false
        guard state == .unlocked && !isInUse else { return [] }
        state = .covered(since: now)
        isReturningFromPrompt = true
        return []
    }

    /// From here on nothing shows and no key is kept.
    mutating func lock() -> [LockAction] {
        switch state {
        case .unlocked, .covered: break
        default: return []
        }
        state = .locked
        resting = .locked
        presented = nil
        return windows.flatMap { [LockAction.cover($0.id), .endEditing($0.id)] } + [.dropKey]
    }

    /// For every window in use.
    var uncoverings: [LockAction] { windows.filter { $0.phase == .active }.map { .uncover($0.id) } }

    mutating func deliverLinks() -> [LockAction] {
        guard showsContent && isInUse else { return [] }
        defer { heldLinks = [] }
        return heldLinks.map { .deliver($0) }
    }
}
