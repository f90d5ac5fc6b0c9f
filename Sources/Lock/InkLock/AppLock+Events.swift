// SPDX-License-Identifier: MIT
import LockFlow
import LockVault

/// Events that the host reports. Each takes effect before the method returns, and returns the new snapshot.
extension AppLock {
    /// Reports that the app has no windows, as a command-line tool has none. The app counts as in use until it ends. Do
    /// not report windows as well. Without a window or this call, ``unlock(with:)`` tries nothing.
    public func startWithoutWindows() {
        let terminal = WindowID(rawValue: 0)
        windowOpened(terminal)
        windowBecameActive(terminal)
    }

    /// Registers a window or scene that is about to appear. It starts covered.
    @discardableResult
    public func windowOpened(_ id: WindowID) -> LockSnapshot {
        report { machine, _ in machine.windowOpened(id) }
    }

    /// Unregisters a window that was closed. If it was the last active one, the user has left the app.
    @discardableResult
    public func windowClosed(_ id: WindowID) -> LockSnapshot {
        report { machine, now in machine.windowClosed(id, at: now) }
    }

    /// Covers a window that is about to lose the focus.
    @discardableResult
    public func windowResignedActive(_ id: WindowID) -> LockSnapshot {
        report { machine, now in machine.windowResignedActive(id, at: now) }
    }

    /// Covers a window that went out of sight.
    @discardableResult
    public func windowEnteredBackground(_ id: WindowID) -> LockSnapshot {
        report { machine, now in machine.windowEnteredBackground(id, at: now) }
    }

    /// Handles a window that is about to come into sight. The device's capabilities may have changed meanwhile, so they
    /// are queried.
    @discardableResult
    public func windowWillEnterForeground(_ id: WindowID) -> LockSnapshot {
        Task { try? await refresh() }
        return report { machine, now in machine.windowWillEnterForeground(id, at: now) }
    }

    /// Handles a window that became active: uncovers it, or offers the best method once.
    @discardableResult
    public func windowBecameActive(_ id: WindowID) -> LockSnapshot {
        report { machine, now in machine.windowBecameActive(id, at: now) }
    }

    /// Locks the app at the owner's request. If the best method is the passcode or the picture, its screen appears
    /// immediately. No system prompt appears before the owner taps the cover or returns to the app.
    @discardableResult
    public func lockNow() -> LockSnapshot { report { machine, now in machine.lockRequested(at: now) } }

    /// Handles the locking of the device.
    @discardableResult
    public func deviceLocked() -> LockSnapshot { report { machine, now in machine.deviceLocked(at: now) } }

    /// Handles the first unlocking of the device after a boot, which makes the vault's data readable.
    ///
    /// The vault is read in the background, and again at each return to the app if it is still not readable.
    public func dataBecameAvailable() { Task { try? await refresh() } }

    /// Calls a closure that shows content, such as that of a link, as soon as content may be seen: immediately, or
    /// after unlocking. Beyond `LockSettings.heldLinkLimit` closures, the oldest are dropped.
    ///
    /// The closure is called on the thread of the caller or of the event that unlocks, which need not be the main
    /// thread. Start a `Task { @MainActor in … }` in it to show something.
    public func whenOpen(_ deliver: @escaping @Sendable () -> Void) {
        let deliveries = state.withLock { storage in
            storage.linkCount &+= 1
            let link = HeldLink(rawValue: storage.linkCount)
            storage.links[link] = deliver
            return perform(storage.machine.linkReceived(link), &storage)
        }
        self.deliver(deliveries)
    }

    /// Reports that the app itself shows a system prompt, for example for a ``GuardedSecret``. Losing the focus to the
    /// prompt does not lock the app.
    public func promptShown() { report { machine, _ in machine.promptShown() } }

    /// Reports that the prompt of ``promptShown()`` has closed.
    public func promptClosed() { report { machine, now in machine.promptClosed(at: now) } }

    /// Passes an event to the machine and performs its actions.
    @discardableResult
    func report(_ event: (inout LockMachine, ClockReading) -> [LockAction]) -> LockSnapshot {
        let (deliveries, snapshot) = state.withLock { storage in
            let actions = event(&storage.machine, clock.now())
            return (perform(actions, &storage), storage.snapshot)
        }
        deliver(deliveries)
        return snapshot
    }

    /// Performs the actions that do not follow from the state, as covers and snapshots do.
    /// - Returns: The closures to call once the storage is released.
    func perform(_ actions: [LockAction], _ storage: inout AppLockState.Storage) -> [@Sendable () -> Void] {
        var deliveries: [@Sendable () -> Void] = []
        for action in actions {
            switch action {
            case .cover, .uncover, .endEditing: break
            case .eraseKey: storage.eraseKey()
            case .prompt(let attempt):
                storage.refusal = nil
                storage.prompts[attempt] = Task { await ask(attempt) }
            case .cancelPrompt(let attempt):
                if let prompt = storage.prompts.removeValue(forKey: attempt) { storage.endedTasks.append(prompt) }
            case .present, .verify: storage.refusal = nil
            case .deliver(let link):
                if let deliver = storage.links.removeValue(forKey: link) { deliveries.append(deliver) }
            }
        }
        watchGrace(&storage)
        return deliveries
    }

    /// Calls closures that show content. If one of them locks the app, the others wait for the next unlocking.
    func deliver(_ deliveries: [@Sendable () -> Void]) {
        deliveries.first?()
        for delivery in deliveries.dropFirst() { whenOpen(delivery) }
    }

    /// Locks at the end of a grace period that has begun, because no event may come by then.
    private func watchGrace(_ storage: inout AppLockState.Storage) {
        guard case .covered(let since) = storage.machine.state,
            let left = storage.machine.graceSecondsLeft(at: clock.now())
        else { return endGraceTask(&storage) }
        guard storage.graceEnd?.since != since else { return }
        endGraceTask(&storage)
        let pause = Duration.seconds(min(max(left, Self.shortestPause), Self.longestPause))
        let task = Task { [weak self] in
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            self?.state.withLock { $0.graceEnd = nil }
            self?.report { machine, now in machine.endGrace(at: now) }
        }
        storage.graceEnd = (since, task)
    }

    private func endGraceTask(_ storage: inout AppLockState.Storage) {
        guard let task = storage.graceEnd?.task else { return }
        storage.graceEnd = nil
        storage.endedTasks.append(task)
    }

    /// The limits of the time until the grace period is checked, in seconds.
    private static let shortestPause = 0.1
    private static let longestPause = 86_400.0
}
