// SPDX-License-Identifier: MIT

/// Locking, held links, and changes while the app runs.
extension LockMachine {
    /// Handles the owner's request to lock: locks immediately, and does not prompt automatically. If the best method is
    /// the passcode or the picture, its screen appears immediately.
    /// - Parameter now: The current time, for a lockout.
    public mutating func lockRequested(at now: ClockReading) -> [LockAction] {
        hasAsked = true
        let actions = abandonAttempt(at: now) + lock(at: now)
        if presentedMethod == nil { hasOffered = false }
        return actions + offerAutomatically(at: now)
    }

    /// Handles the locking of the device. The app does not prompt before a window becomes active again.
    /// - Parameter now: The current time, for a lockout.
    public mutating func deviceLocked(at now: ClockReading) -> [LockAction] {
        guard settings.locksWithDevice else { return [] }
        return abandonAttempt(at: now) + lock(at: now) + offerAutomatically(at: now, prompts: false)
    }

    /// Handles the event that the protected data becomes readable.
    /// - Parameters:
    ///   - isConfigured: A Boolean value that indicates whether a lock was found. Until the data is readable, the
    ///     machine assumes that there is one. `false` does not remove a lock that was found earlier.
    ///   - now: The current time, for a prompt or a lockout.
    public mutating func dataBecameAvailable(isConfigured: Bool = true, at now: ClockReading) -> [LockAction] {
        let isNews = !isDataAvailable
        isDataAvailable = true
        guard isNews && !isConfigured && state == .locked else { return offerAutomatically(at: now) }
        state = .unconfigured
        presentedMethod = nil
        return uncoverings + deliverLinks()
    }

    /// Handles a link or notification that requests content.
    public mutating func linkReceived(_ link: HeldLink) -> [LockAction] {
        if showsContent && isInUse { return [.deliver(link)] }
        heldLinks.append(link)
        while heldLinks.count > max(1, settings.heldLinkLimit) { heldLinks.removeFirst() }
        return []
    }

    /// Handles a change in the device's capabilities or in the owner's choice of methods. Another screen replaces one
    /// whose method is gone. A system prompt ends by itself, so that its result says why: a sensor that locks itself
    /// during a prompt is no capability any more. The method does not prompt.
    /// - Parameters:
    ///   - methods: The methods that are available now.
    ///   - now: The current time, for a lockout.
    public mutating func methodsChanged(_ methods: UnlockMethods, at now: ClockReading) -> [LockAction] {
        self.methods = methods
        if let shown = presentedMethod, !methods.contains(shown) { closeScreen() }
        var actions: [LockAction] = []
        if case .verifying(let attempt) = state, !methods.contains(attempt.method) { actions = abandonAttempt(at: now) }
        return actions + offerAutomatically(at: now, prompts: false)
    }

    /// Handles a new reading of the ledger, for example after a reboot, during a lockout, or after an attempt that was
    /// counted while the app was unlocked. An unlocked app stays so, and locks into this standing. A prompt that the
    /// standing rules out is closed.
    public mutating func standingRead(_ standing: AttemptStanding, at now: ClockReading) -> [LockAction] {
        guard state != .unconfigured, resting != .wiped else { return [] }
        guard holdsKey || current != nil else { return apply(standing, at: now) }
        resting = standing.state(at: now)
        var ended = self
        let ending = ended.abandonAttempt(at: now)
        guard case .prompting(let attempt) = state, !ended.isAllowed(attempt.method) else { return [] }
        self = ended
        return ending
    }

    /// Handles the setup of a lock where there was none. The user who set it up is unlocked.
    public mutating func lockConfigured(_ methods: UnlockMethods, at now: ClockReading) -> [LockAction] {
        guard state == .unconfigured || state == .wiped else { return [] }
        self.methods = methods
        resting = .locked
        return unlock(at: now)
    }

    /// Handles a lock that other code has set up.
    public mutating func lockFound(_ standing: AttemptStanding, at now: ClockReading) -> [LockAction] {
        guard state == .unconfigured else { return [] }
        isDataAvailable = true
        return apply(standing, at: now) + covers + offerAutomatically(at: now)
    }

    /// Handles the removal of the lock by the owner, who is unlocked.
    public mutating func lockRemoved() -> [LockAction] {
        guard holdsKey else { return [] }
        state = .unconfigured
        return [.eraseKey]
    }

    /// Handles the erasure of the lock, in any state. There is no lock any more.
    /// - Parameter now: The current time, for a lockout.
    public mutating func lockErased(at now: ClockReading) -> [LockAction] {
        let ending = abandonAttempt(at: now) + (holdsKey ? [.eraseKey] : [])
        state = .unconfigured
        deviceChange = nil
        closeScreen()
        isDataAvailable = true
        return ending + uncoverings + deliverLinks()
    }

    /// Handles a system prompt that the app itself shows, for example to read a guarded secret. Losing the focus to it
    /// does not lock.
    public mutating func promptShown() -> [LockAction] {
        if state == .unlocked { isPromptShowing = true }
        return []
    }

    /// Handles the end of the prompt in ``promptShown()``.
    public mutating func promptClosed(at now: ClockReading) -> [LockAction] {
        guard isPromptShowing else { return [] }
        isPromptShowing = false
        guard state == .unlocked && !isInUse else { return [] }
        state = .covered(since: now)
        isReturningFromPrompt = true
        return []
    }

    /// Covers every window and erases the key. The state is then that of the ledger, without a lockout that is over.
    mutating func lock(at now: ClockReading) -> [LockAction] {
        switch state {
        case .unlocked, .covered: break
        default: return []
        }
        closeScreen()
        adopt(resting, at: now)
        return covers + [.eraseKey]
    }

    /// The actions that cover every window.
    private var covers: [LockAction] { windows.flatMap { [.cover($0.id), .endEditing($0.id)] } }

    /// The actions that uncover every active window.
    var uncoverings: [LockAction] { windows.filter { $0.phase == .active }.map { .uncover($0.id) } }

    mutating func deliverLinks() -> [LockAction] {
        guard showsContent && isInUse else { return [] }
        defer { heldLinks = [] }
        return heldLinks.map { .deliver($0) }
    }
}
