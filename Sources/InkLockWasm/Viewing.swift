// SPDX-License-Identifier: MIT
import InkExchange
import LockFlow

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

/// How the lock stands, as numbers; returns their bytes: 0 the state (0 not set up, 1 unlocked, 2 covered, 3 locked, 4 prompting,
/// 5 verifying, 6 locked out, 7 passcode required, 8 recovery, 9 wiped), 1 its reason as in `lock_standing`, 2 whether the content
/// may be seen, 3 whether the key may be kept, 4 the method under way, 5 the method whose screen stands on the cover, 6 what the
/// button beside a prompt opens (0 nothing, 1 the device's passcode, 2 the passcode, 3 the picture, 4 the recovery code),
/// 7 seconds until something may be tried again, 8 how many links wait; then the methods that may be tried now, the best first.
/// −1 stands for none.
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
