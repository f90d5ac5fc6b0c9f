// SPDX-License-Identifier: MIT
import LockFlow

// Each function takes the page's steady clock and the wall clock in milliseconds, and returns the actions in the form
// of `give`.

/// Creates the page's lock, before any content shows.
@_expose(wasm, "lock_begin") @c(lock_begin)
public func lockBegin(_ isSetUp: Bool, _ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.reading(uptime: uptime, wall: wall)
    page.machine = LockMachine(
        isConfigured: isSetUp, settings: page.settings, methods: page.methods, standing: page.standing, at: now)
    return give(page.machine.windowOpened(Page.window))
}

/// Handles the event that the page loses the focus.
@_expose(wasm, "lock_resigned_active") @c(lock_resigned_active)
public func lockResignedActive(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.windowResignedActive(Page.window, at: page.clock.reading(uptime: uptime, wall: wall)))
}

/// Handles the event that the page is hidden, frozen or left.
@_expose(wasm, "lock_entered_background") @c(lock_entered_background)
public func lockEnteredBackground(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.windowEnteredBackground(Page.window, at: page.clock.reading(uptime: uptime, wall: wall)))
}

/// Handles the event that the page is about to become visible.
@_expose(wasm, "lock_will_enter_foreground") @c(lock_will_enter_foreground)
public func lockWillEnterForeground(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.windowWillEnterForeground(Page.window, at: page.clock.reading(uptime: uptime, wall: wall)))
}

/// Handles the event that the page is visible and has the focus.
@_expose(wasm, "lock_became_active") @c(lock_became_active)
public func lockBecameActive(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.windowBecameActive(Page.window, at: page.clock.reading(uptime: uptime, wall: wall)))
}

/// Handles the passage of time while the page is in the background. The lock locks as soon as the grace period is over,
/// so that the key does not stay in memory until the user returns.
@_expose(wasm, "lock_time_passed") @c(lock_time_passed)
public func lockTimePassed(_ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.reading(uptime: uptime, wall: wall)
    return give(page.machine.endGrace(at: now))
}

/// Handles the use of another tab of the app: the grace period starts again when that use ends. The event has no effect
/// if the grace period of this page is over, and never unlocks.
@_expose(wasm, "lock_used_elsewhere") @c(lock_used_elsewhere)
public func lockUsedElsewhere(_ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.reading(uptime: uptime, wall: wall)
    var actions = page.machine.endGrace(at: now)
    guard case .covered = page.machine.state else { return give(actions) }
    actions += page.machine.windowOpened(Page.elsewhere)
    actions += page.machine.windowBecameActive(Page.elsewhere, at: now)
    return give(actions + page.machine.windowClosed(Page.elsewhere, at: now))
}
