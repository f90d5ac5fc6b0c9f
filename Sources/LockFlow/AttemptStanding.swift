// SPDX-License-Identifier: MIT

/// What earlier attempts leave to be tried: the ledger's word, which outlives the app.
public enum AttemptStanding: Hashable, Sendable {
    /// Any method that is set up.
    case mayTry
    /// Nothing for so many seconds, except what cannot be guessed: a recovery code or the device's owner.
    case lockedOut(seconds: Double)
    /// The passcode, or what cannot be guessed.
    case passcodeRequired(PasscodeReason)
    /// What cannot be guessed.
    case recoveryRequired(RecoveryReason)
    /// The vault is gone.
    case wiped
}

/// Why the passcode is asked for where something quicker usually does.
public enum PasscodeReason: Hashable, Sendable {
    /// Fingers or faces were enrolled or removed since the owner was last in.
    case biometricsChanged
    /// The device has no passcode any more, and what it guarded is gone.
    case devicePasscodeRemoved
    /// The picture was drawn wrongly too often.
    case pictureFailures
}

/// Why only a recovery code is left.
public enum RecoveryReason: Hashable, Sendable {
    /// The passcode was entered wrongly too often.
    case passcodeFailures
    /// The device has no passcode any more, and there is no passcode of the app's own.
    case devicePasscodeRemoved
    /// The record of attempts is missing, damaged or an older one: nobody knows how many there were.
    case attemptsUnknown
    /// The vault's record lost a bit, or was changed by somebody without the device's key.
    case vaultDamaged
    /// The vault's record is gone although attempts on it are remembered: nothing can open it, and the owner may only start over.
    case vaultVanished
    /// The vault came to another device, or lost the device's key.
    case deviceKeyChanged
}
