// SPDX-License-Identifier: MIT
import LockFlow
import LockVault

/// What the host reports. Each takes effect before it returns, and gives the screen as it is then.
extension AppLock {
    /// A window or scene is about to appear: covered at birth.
    @discardableResult
    public nonisolated func windowOpened(_ id: WindowID) -> LockScreen {
        report { machine, _ in machine.windowOpened(id) }
    }

    /// A window is gone for good. If it was the last one in use, the app counts as left.
    @discardableResult
    public nonisolated func windowClosed(_ id: WindowID) -> LockScreen {
        report { machine, now in machine.windowClosed(id, at: now) }
    }

    /// A window is about to lose the focus: cover it.
    @discardableResult
    public nonisolated func windowResignedActive(_ id: WindowID) -> LockScreen {
        report { machine, now in machine.windowResignedActive(id, at: now) }
    }

    /// A window is out of sight.
    @discardableResult
    public nonisolated func windowEnteredBackground(_ id: WindowID) -> LockScreen {
        report { machine, now in machine.windowEnteredBackground(id, at: now) }
    }

    /// A window is about to be seen again. What the device can do may have changed meanwhile, so that is asked.
    @discardableResult
    public nonisolated func windowWillEnterForeground(_ id: WindowID) -> LockScreen {
        Task { try? await refresh() }
        return report { machine, now in machine.windowWillEnterForeground(id, at: now) }
    }

    /// A window is in use: uncovered, or its owner is asked once.
    @discardableResult
    public nonisolated func windowBecameActive(_ id: WindowID) -> LockScreen {
        report { machine, now in machine.windowBecameActive(id, at: now) }
    }

    /// The owner wants it locked, now.
    @discardableResult
    public nonisolated func lock() -> LockScreen { report { machine, _ in machine.lockRequested() } }

    /// The device was locked.
    @discardableResult
    public nonisolated func deviceLocked() -> LockScreen { report { machine, _ in machine.deviceLocked() } }

    /// The device was unlocked for the first time since it started: what the vault needs can be read now. It is looked at in
    /// the background, and again at each return to the app if it cannot be read after all.
    public nonisolated func dataBecameAvailable() { Task { try? await refresh() } }

    /// Does something that shows content, a link's for example, as soon as the content may be seen: at once, or after
    /// unlocking. Of too many the oldest are dropped (`LockSettings.heldLinkLimit`).
    public nonisolated func whenOpen(_ deliver: @escaping @Sendable () -> Void) {
        let deliveries = book.turn { page in
            page.linkCount &+= 1
            let link = HeldLink(rawValue: page.linkCount)
            page.links[link] = deliver
            return carryOut(page.machine.linkReceived(link), &page)
        }
        for deliver in deliveries { deliver() }
    }

    /// The app itself shows a prompt of the system's, as for a ``GuardedSecret``: losing the focus to it is no leaving.
    public nonisolated func promptShown() { report { machine, _ in machine.promptShown() } }

    /// That prompt is gone.
    public nonisolated func promptClosed() { report { machine, now in machine.promptClosed(at: now) } }

    /// Tells the machine, and does what it says.
    @discardableResult
    nonisolated func report(_ event: (inout LockMachine, Moment) -> [LockAction]) -> LockScreen {
        let (deliveries, screen) = book.turn { page in
            let actions = event(&page.machine, clock.now())
            return (carryOut(actions, &page), page.screen)
        }
        for deliver in deliveries { deliver() }
        return screen
    }

    /// Covers and screens follow from the page; the rest is done here.
    /// - Returns: what to deliver, once the page is let go of.
    nonisolated func carryOut(_ actions: [LockAction], _ page: inout LockBook.Page) -> [@Sendable () -> Void] {
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
