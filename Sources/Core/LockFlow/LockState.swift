// SPDX-License-Identifier: MIT

/// The state of an app's lock. There is one for all windows.
public enum LockState: Hashable, Sendable {
    /// No lock is set up: content is shown without unlocking.
    case unconfigured
    /// The owner has unlocked the app, and the key is in memory.
    case unlocked
    /// The owner left the app at the given time. No content shows, and the key stays in memory for the grace period.
    case covered(since: ClockReading)
    /// No content shows, and no key is in memory.
    case locked
    /// The system's prompt is shown.
    case prompting(UnlockAttempt)
    /// The vault is checking a submitted passcode, drawing or code.
    case verifying(UnlockAttempt)
    /// Only a passkey or a recovery code is allowed for the given number of seconds from the given time.
    case lockedOut(from: ClockReading, seconds: Double)
    /// After too many wrong drawings, every method but the picture unlocks. After a change of the device, only the
    /// passcode or a recovery code unlocks, not the device's sensors, a passkey or a picture.
    case passcodeRequired(PasscodeReason)
    /// Only a recovery code unlocks, and after too many wrong passcodes also a passkey. Nothing unlocks after
    /// ``RecoveryReason/vaultVanished``.
    case recoveryRequired(RecoveryReason)
    /// The vault was destroyed. There is no content left to show.
    case wiped

    /// A state without its details, for interfaces with other languages.
    package enum Kind: UInt8, CaseIterable {
        case unconfigured, unlocked, covered, locked, prompting, verifying, lockedOut, passcodeRequired,
            recoveryRequired, wiped
    }

    package var kind: Kind {
        switch self {
        case .unconfigured: .unconfigured
        case .unlocked: .unlocked
        case .covered: .covered
        case .locked: .locked
        case .prompting: .prompting
        case .verifying: .verifying
        case .lockedOut: .lockedOut
        case .passcodeRequired: .passcodeRequired
        case .recoveryRequired: .recoveryRequired
        case .wiped: .wiped
        }
    }
}

/// An attempt to unlock. Results of an earlier attempt are stale and change nothing.
public struct UnlockAttempt: Hashable, Sendable {
    /// The attempt's number, which rises with every attempt of a machine.
    public let number: UInt32
    /// The method of the attempt.
    public let method: UnlockMethod

    package init(number: UInt32, method: UnlockMethod) {
        self.number = number
        self.method = method
    }
}
