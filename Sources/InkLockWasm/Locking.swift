// SPDX-License-Identifier: MIT
import LockFlow

// Each gives actions as `give` has them.

/// The owner wants it locked.
@_expose(wasm, "lock_request") @c(lock_request)
public func lockRequest() -> Int32 { give(page.machine.lockRequested()) }

/// The device was locked.
@_expose(wasm, "lock_device_locked") @c(lock_device_locked)
public func lockDeviceLocked() -> Int32 { give(page.machine.deviceLocked()) }

/// A link came, which the page keeps under a number.
@_expose(wasm, "lock_link") @c(lock_link)
public func lockLink(_ link: UInt32) -> Int32 { give(page.machine.linkReceived(HeldLink(rawValue: link))) }

/// What `lock_methods` was told holds from now on.
@_expose(wasm, "lock_methods_changed") @c(lock_methods_changed)
public func lockMethodsChanged() -> Int32 { give(page.machine.methodsChanged(page.methods)) }

/// What `lock_standing` was told is so now.
@_expose(wasm, "lock_standing_read") @c(lock_standing_read)
public func lockStandingRead(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.standingRead(page.standing, at: page.clock.moment(uptime: uptime, wall: wall)))
}

/// A lock was set up, with the methods that `lock_methods` was told.
@_expose(wasm, "lock_set_up") @c(lock_set_up)
public func lockSetUp(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.lockConfigured(page.methods, at: page.clock.moment(uptime: uptime, wall: wall)))
}

/// The owner switched the lock off.
@_expose(wasm, "lock_removed") @c(lock_removed)
public func lockRemoved() -> Int32 { give(page.machine.lockRemoved()) }

/// The page shows a prompt of the browser's for a reason of its own.
@_expose(wasm, "lock_prompt_shown") @c(lock_prompt_shown)
public func lockPromptShown() -> Int32 { give(page.machine.promptShown()) }

/// That prompt is gone.
@_expose(wasm, "lock_prompt_closed") @c(lock_prompt_closed)
public func lockPromptClosed(_ uptime: Double, _ wall: Double) -> Int32 {
    give(page.machine.promptClosed(at: page.clock.moment(uptime: uptime, wall: wall)))
}
