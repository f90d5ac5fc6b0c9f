// SPDX-License-Identifier: MIT
import LockFlow
import WasmBridge

private func code(_ state: LockState) -> Double {
    switch state {
    case .unconfigured: 0
    case .unlocked: 1
    case .covered: 2
    case .locked: 3
    case .prompting: 4
    case .verifying: 5
    case .lockedOut: 6
    case .passcodeRequired: 7
    case .recovery: 8
    case .wiped: 9
    }
}

private func reason(_ state: LockState) -> Double {
    switch state {
    case .passcodeRequired(.biometricsChanged): 0
    case .passcodeRequired(.devicePasscodeRemoved): 1
    case .passcodeRequired(.pictureFailures): 2
    case .recovery(.passcodeFailures): 0
    case .recovery(.devicePasscodeRemoved): 1
    case .recovery(.attemptsUnknown): 2
    case .recovery(.deviceKeyChanged): 3
    default: -1
    }
}

private func number(_ method: UnlockMethod?) -> Double { method.map { Double($0.rawValue) } ?? -1 }

/// Writes the lock's state as numbers, and returns the number of bytes. −1 means none.
///
/// 0. The state: 0 not set up, 1 unlocked, 2 covered, 3 locked, 4 prompting, 5 verifying, 6 locked out, 7 passcode
///    required, 8 recovery, 9 wiped.
/// 1. The reason for the state, as in `lock_standing`.
/// 2. 1 if the content may be seen, else 0.
/// 3. 1 if the key may be kept, else 0.
/// 4. The method under way.
/// 5. The method whose screen is shown on the cover.
/// 6. The method that the fallback button beside a prompt opens: 0 none, 1 the device's passcode, 2 the passcode, 3 the
///    picture, 4 the recovery code.
/// 7. The seconds until the next attempt is allowed.
/// 8. The number of held links.
///
/// The methods that may be tried now follow, the best first.
@_expose(wasm, "lock_view") @c(lock_view)
public func lockView(_ uptime: Double, _ wall: Double) -> Int32 {
    let now = page.clock.moment(uptime: uptime, wall: wall)
    let machine = page.machine
    return Exchange.give(
        [
            code(machine.state), reason(machine.state), machine.isVisible(Page.window) ? 1 : 0,
            machine.holdsKey ? 1 : 0, number(machine.attempted), number(machine.presented),
            Double(machine.methods.fallback.rawValue), machine.lockoutSeconds(at: now),
            Double(machine.heldLinks.count),
        ] + machine.offered(at: now).map { number($0) })
}
