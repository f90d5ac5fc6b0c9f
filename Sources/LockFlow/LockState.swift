// SPDX-License-Identifier: MIT

/// What the lock is doing: one for the whole app, however many windows it has.
public enum LockState: Hashable, Sendable {
    /// No lock has been set up: whoever holds the device may look.
    case unconfigured
    /// The owner is in, and the key is in memory.
    case unlocked
    /// The owner was in and looked away at a moment: nothing shows, and the key stays for as long as grace lasts.
    case covered(since: Moment)
    /// Nothing shows and no key is in memory.
    case locked
    /// The system asks who is there.
    case prompting(UnlockAttempt)
    /// What the owner typed or drew is being tried on the vault.
    case verifying(UnlockAttempt)
    /// Nothing may be tried for so many seconds from a moment on, except a recovery code.
    case lockedOut(from: Moment, seconds: Double)
    /// Neither the device's sensors nor a picture count now, only the passcode or a recovery code.
    case passcodeRequired(PasscodeReason)
    /// Only a recovery code opens it.
    case recovery(RecoveryReason)
    /// The vault has been destroyed; there is nothing left to show.
    case wiped
}

/// One try at unlocking. Answers to an earlier one are stale and change nothing.
public struct UnlockAttempt: Hashable, Sendable {
    /// Rises with every attempt of a machine.
    public let number: UInt32
    /// What is being tried.
    public let method: UnlockMethod

    package init(number: UInt32, method: UnlockMethod) {
        self.number = number
        self.method = method
    }
}
