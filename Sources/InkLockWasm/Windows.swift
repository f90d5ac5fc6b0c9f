// SPDX-License-Identifier: MIT
import LockFlow

// Each takes the page's steady clock and the clock on the wall in milliseconds, and gives actions as `give` has them.

/// The page's lock begins, before anything shows.
@_expose(wasm, "lock_begin") @c(lock_begin)
public func lockBegin(_ isSetUp: Bool, _ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.moment(uptime: uptime, wall: wall)
    page.machine = LockMachine(
        isConfigured: isSetUp, settings: page.settings, methods: page.methods, standing: page.standing, at: now)
    return give(page.machine.windowOpened(Page.window))
}

/// The page lost the focus.
@_expose(wasm, "lock_left_focus") @c(lock_left_focus)
public func lockLeftFocus(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.windowResignedActive(Page.window, at: page.clock.moment(uptime: uptime, wall: wall)))
}

/// The page is hidden, frozen or left.
@_expose(wasm, "lock_left_sight") @c(lock_left_sight)
public func lockLeftSight(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.windowEnteredBackground(Page.window, at: page.clock.moment(uptime: uptime, wall: wall)))
}

/// The page is about to be seen.
@_expose(wasm, "lock_coming") @c(lock_coming)
public func lockComing(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.windowWillEnterForeground(Page.window, at: page.clock.moment(uptime: uptime, wall: wall)))
}

/// The page is seen and has the focus.
@_expose(wasm, "lock_in_use") @c(lock_in_use)
public func lockInUse(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.windowBecameActive(Page.window, at: page.clock.moment(uptime: uptime, wall: wall)))
}

/// Time passed while the page was away: locks as soon as grace is over, so that no key waits for somebody to come back.
@_expose(wasm, "lock_time_passed") @c(lock_time_passed)
public func lockTimePassed(_ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.moment(uptime: uptime, wall: wall)
    guard case .covered = page.machine.state else { return give([]) }
    return give(glance(at: now) + page.machine.windowClosed(Page.elsewhere, at: now))
}

/// Another tab of the app is open and in use: grace begins again when that ends. Does nothing once grace is over here, and unlocks
/// nothing that is locked.
@_expose(wasm, "lock_used_elsewhere") @c(lock_used_elsewhere)
public func lockUsedElsewhere(_ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.moment(uptime: uptime, wall: wall)
    guard case .covered = page.machine.state else { return give([]) }
    var actions = glance(at: now)
    if case .covered = page.machine.state {
        actions += page.machine.windowBecameActive(Page.elsewhere, at: now)
    }
    return give(actions + page.machine.windowClosed(Page.elsewhere, at: now))
}

/// A second window is about to be seen, which ends a grace that is over.
private func glance(at now: Moment) -> [LockAction] {
    page.machine.windowOpened(Page.elsewhere) + page.machine.windowWillEnterForeground(Page.elsewhere, at: now)
}
