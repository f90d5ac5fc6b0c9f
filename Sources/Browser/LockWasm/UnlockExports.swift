// SPDX-License-Identifier: MIT
import LockFlow
import WasmBridge

// Each function returns actions in the form of `give`. A number and a method identify an attempt.

/// Handles a tap on the cover (−1) or the choice of a method.
@_expose(wasm, "lock_unlock") @c(lock_unlock)
public func lockUnlock(_ wanted: Int32, _ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.reading(uptime: uptime, wall: wall)
    let method = UnlockMethod(number: wanted)
    guard wanted < 0 || method != nil else { return give([]) }
    return give(page.machine.unlockRequested(method, at: now))
}

/// Handles the submission of a passcode, a drawing or a code.
@_expose(wasm, "lock_submit") @c(lock_submit)
public func lockSubmit(_ wanted: Int32, _ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.reading(uptime: uptime, wall: wall)
    guard let method = UnlockMethod(number: wanted) else { return give([]) }
    return give(page.machine.attemptSubmitted(method, at: now))
}

/// Ends an attempt that was accepted.
@_expose(wasm, "lock_accepted") @c(lock_accepted)
public func lockAccepted(_ number: UInt32, _ method: Int32, _ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.reading(uptime: uptime, wall: wall)
    guard let attempt = attempt(number, method) else { return give([]) }
    return give(page.machine.attemptAccepted(attempt, at: now))
}

/// Ends an attempt that was rejected. Call `lock_standing` first, with the attempts that are still allowed.
@_expose(wasm, "lock_rejected") @c(lock_rejected)
public func lockRejected(_ number: UInt32, _ method: Int32, _ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.reading(uptime: uptime, wall: wall)
    guard let attempt = attempt(number, method) else { return give([]) }
    return give(page.machine.attemptRejected(attempt, standing: page.standing, at: now))
}

/// Ends an attempt that was cancelled or could not be made.
@_expose(wasm, "lock_cancelled") @c(lock_cancelled)
public func lockCancelled(_ number: UInt32, _ method: Int32, _ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.reading(uptime: uptime, wall: wall)
    guard let attempt = attempt(number, method) else { return give([]) }
    return give(page.machine.attemptCancelled(attempt, at: now))
}

/// Ends a prompt that did not authenticate the owner, with the raw value of a `PromptFailure`. Any other number counts
/// as interrupted.
@_expose(wasm, "lock_failed") @c(lock_failed)
public func lockFailed(
    _ number: UInt32, _ method: Int32, _ failure: Int32, _ uptime: Double, _ wall: Double
) -> Int32 {
    let now = page.clock.reading(uptime: uptime, wall: wall)
    guard let attempt = attempt(number, method) else { return give([]) }
    return give(page.machine.promptFailed(attempt, PromptFailure(number: failure) ?? .interrupted, at: now))
}
