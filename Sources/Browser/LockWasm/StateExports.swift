// SPDX-License-Identifier: MIT
import LockFlow
import Passcode
import WasmBridge

private func reason(_ state: LockState) -> Int32 {
    switch state {
    case .passcodeRequired(let reason): reason.number
    case .recoveryRequired(let reason): reason.number
    case .unconfigured, .unlocked, .covered, .locked, .prompting, .verifying, .lockedOut, .wiped: -1
    }
}

/// Writes the lock's state as numbers, and returns the number of bytes. −1 means none. Methods are `UnlockMethod`s.
///
/// 0. The `LockState.Kind`.
/// 1. The reason for the state, as in `lock_standing`.
/// 2. 1 if the content may be shown, else 0.
/// 3. 1 if the key may stay in memory, else 0.
/// 4. The method of the attempt in progress.
/// 5. The method whose screen is shown on the cover.
/// 6. The target of the fallback button of a prompt, an `UnlockMethods.Fallback`.
/// 7. The whole seconds until the lockout ends, rounded up.
/// 8. The displayed amount of that time; 0 for none.
/// 9. The displayed unit, a `WaitingTime.Unit`.
/// 10. The number of held links.
///
/// The methods that may be tried now follow, the best first.
@_expose(wasm, "lock_view") @c(lock_view)
public func lockView(_ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.reading(uptime: uptime, wall: wall)
    let machine = page.machine
    let waiting = WaitingTime(seconds: machine.lockoutSeconds(at: now))
    return Exchange.give(
        [
            Double(machine.state.kind.number), Double(reason(machine.state)), machine.isVisible(Page.window) ? 1 : 0,
            machine.holdsKey ? 1 : 0, Double(machine.attemptedMethod?.number ?? -1),
            Double(machine.presentedMethod?.number ?? -1),
            Double(machine.methods.fallback.number), machine.lockoutSeconds(at: now).rounded(.up),
            Double(waiting?.amount ?? 0), Double(waiting?.unit.number ?? -1), Double(machine.heldLinks.count),
        ] + machine.offeredMethods(at: now).map { Double($0.number) })
}

/// Writes what the cover shows as numbers, and returns the number of bytes. −1 means none.
///
/// 0. The title, a `CoverContent.Title.Kind`.
/// 1. The message, a `CoverContent.Message.Kind`.
/// 2. The method of the main button.
///
/// The other methods follow.
/// - `presents`: A Boolean value that indicates whether the screen of the presented method is shown.
/// - `offersRecoveryCode`: A Boolean value that indicates whether a recovery code is among the methods to show.
@_expose(wasm, "lock_cover") @c(lock_cover)
public func lockCover(_ presents: Bool, _ offersRecoveryCode: Bool, _ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.reading(uptime: uptime, wall: wall)
    let machine = page.machine
    let content = CoverContent(
        machine.state, presentedMethod: presents ? machine.presentedMethod : nil,
        offeredMethods: machine.offeredMethods(at: now).filter { offersRecoveryCode || $0 != .recoveryCode },
        lockoutSeconds: machine.lockoutSeconds(at: now), hasPasskey: page.hasPasskey)
    return Exchange.give(
        [
            Double(content.title.kind.number), Double(content.message?.kind.number ?? -1),
            Double(content.best?.number ?? -1),
        ] + content.others.map { Double($0.number) })
}
