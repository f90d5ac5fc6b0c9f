// SPDX-License-Identifier: MIT
import LockFlow
import LockVault

/// Events that the host reports. Each takes effect before the method returns, and returns the new screen.
extension AppLock {
    /// Registers a window or scene that is about to appear. It starts covered.
    @discardableResult
    public nonisolated func windowOpened(_ id: WindowID) -> LockSnapshot {
        report { machine, _ in machine.windowOpened(id) }
    }

    /// Unregisters a window that was closed. If it was the last active one, the user has left the app.
    @discardableResult
    public nonisolated func windowClosed(_ id: WindowID) -> LockSnapshot {
        report { machine, now in machine.windowClosed(id, at: now) }
    }

    /// Covers a window that is about to lose the focus.
    @discardableResult
    public nonisolated func windowResignedActive(_ id: WindowID) -> LockSnapshot {
        report { machine, now in machine.windowResignedActive(id, at: now) }
    }

    /// Covers a window that went out of sight.
    @discardableResult
    public nonisolated func windowEnteredBackground(_ id: WindowID) -> LockSnapshot {
        report { machine, now in machine.windowEnteredBackground(id, at: now) }
    }

    /// Handles a window that is about to come into sight. The device's capabilities may have changed meanwhile, so they
    /// are queried.
    @discardableResult
    public nonisolated func windowWillEnterForeground(_ id: WindowID) -> LockSnapshot {
        Task { try? await refresh() }
        return report { machine, now in machine.windowWillEnterForeground(id, at: now) }
    }

    /// Handles a window that became active: uncovers it, or prompts the owner once.
    @discardableResult
    public nonisolated func windowBecameActive(_ id: WindowID) -> LockSnapshot {
        report { machine, now in machine.windowBecameActive(id, at: now) }
    }

    /// Locks the app at the owner's request.
    @discardableResult
    public nonisolated func lock() -> LockSnapshot { report { machine, _ in machine.lockRequested() } }

    /// Handles the device being locked.
    @discardableResult
    public nonisolated func deviceLocked() -> LockSnapshot { report { machine, _ in machine.deviceLocked() } }

    /// Handles the first unlocking of the device after a boot: the data that the vault needs is readable now.
    ///
    /// The vault is read in the background, and again at each return to the app if it is still not readable.
    public nonisolated func dataBecameAvailable() { Task { try? await refresh() } }

    /// Calls a closure that shows content, such as that of a link, as soon as content may be seen: at once, or after
    /// unlocking. Beyond `LockSettings.heldLinkLimit` the oldest closures are dropped.
    public nonisolated func whenOpen(_ deliver: @escaping @Sendable () -> Void) {
        let deliveries = book.turn { page in
            page.linkCount &+= 1
            let link = HeldLink(rawValue: page.linkCount)
            page.links[link] = deliver
            return carryOut(page.machine.linkReceived(link), &page)
        }
        for deliver in deliveries { deliver() }
    }

    /// Reports that the app itself shows a system prompt, for a ``GuardedSecret`` for example. Losing the focus to it
    /// does not lock.
    public nonisolated func promptShown() { report { machine, _ in machine.promptShown() } }

    /// Reports that the prompt of ``promptShown()`` has closed.
    public nonisolated func promptClosed() { report { machine, now in machine.promptClosed(at: now) } }

    /// Passes an event to the machine and performs its actions.
    @discardableResult
    nonisolated func report(_ event: (inout LockMachine, ClockReading) -> [LockAction]) -> LockSnapshot {
        let (deliveries, screen) = book.turn { page in
            let actions = event(&page.machine, clock.now())
            return (carryOut(actions, &page), page.screen)
        }
        for deliver in deliveries { deliver() }
        return screen
    }

    /// Performs the actions that do not follow from the page, as covers and screens do.
    /// - Returns: The closures to call once the page is released.
    nonisolated func carryOut(_ actions: [LockAction], _ page: inout AppLockState.Page) -> [@Sendable () -> Void] {
        var deliveries: [@Sendable () -> Void] = []
        for action in actions {
            switch action {
            case .cover, .uncover, .endEditing: break
            case .dropKey: page.forgetKey()
            case .prompt(let attempt):
                page.refusal = nil
                page.prompts[attempt] = Task { await ask(attempt) }
            case .cancelPrompt(let attempt): page.prompts.removeValue(forKey: attempt)?.cancel()
            case .present, .verify: page.refusal = nil
            case .deliver(let link):
                if let deliver = page.links.removeValue(forKey: link) { deliveries.append(deliver) }
            }
        }
        return deliveries
    }
}
