// SPDX-License-Identifier: MIT
import LockFlow

// Each function returns the actions in the form of `give`.

/// Locks at the owner's request.
@_expose(wasm, "lock_request") @c(lock_request)
public func lockRequest(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.lockRequested(at: page.clock.reading(uptime: uptime, wall: wall)))
}

/// Handles the locking of the device.
@_expose(wasm, "lock_device_locked") @c(lock_device_locked)
public func lockDeviceLocked(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.deviceLocked(at: page.clock.reading(uptime: uptime, wall: wall)))
}

/// Locks if the device slept for longer than the grace period while the lock was open. The window may lose the focus as
/// soon as the device wakes, so call it before each event of the page.
@_expose(wasm, "lock_after_sleep") @c(lock_after_sleep)
public func lockAfterSleep(_ uptime: Double, _ wall: Double) -> Int32 {
    let slept = page.clock.sleptMilliseconds(uptime: uptime, wall: wall)
    let limit = max(Double(PageClock.tolerance), 1000 * page.settings.graceSeconds)
    guard slept > limit, case .unlocked = page.machine.state else { return give([]) }
    return give(page.machine.lockRequested(at: page.clock.reading(uptime: uptime, wall: wall)))
}

/// Handles a link. The page stores the link under this number.
@_expose(wasm, "lock_link") @c(lock_link)
public func lockLink(_ link: UInt32) -> Int32 { give(page.machine.linkReceived(HeldLink(rawValue: link))) }

/// Applies the methods that `lock_methods` has set.
@_expose(wasm, "lock_methods_changed") @c(lock_methods_changed)
public func lockMethodsChanged(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.methodsChanged(page.methods, at: page.clock.reading(uptime: uptime, wall: wall)))
}

/// Applies the ledger's state that `lock_standing` has set.
@_expose(wasm, "lock_standing_read") @c(lock_standing_read)
public func lockStandingRead(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.standingRead(page.standing, at: page.clock.reading(uptime: uptime, wall: wall)))
}

/// Handles the setup of a lock with the methods that `lock_methods` has set.
@_expose(wasm, "lock_set_up") @c(lock_set_up)
public func lockSetUp(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.lockConfigured(page.methods, at: page.clock.reading(uptime: uptime, wall: wall)))
}

/// Handles the removal of the lock by the owner.
@_expose(wasm, "lock_removed") @c(lock_removed)
public func lockRemoved() -> Int32 { give(page.machine.lockRemoved()) }

/// Handles a prompt of the browser that the page itself shows.
@_expose(wasm, "lock_prompt_shown") @c(lock_prompt_shown)
public func lockPromptShown() -> Int32 { give(page.machine.promptShown()) }

/// Handles the end of that prompt.
@_expose(wasm, "lock_prompt_closed") @c(lock_prompt_closed)
public func lockPromptClosed(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.promptClosed(at: page.clock.reading(uptime: uptime, wall: wall)))
}
