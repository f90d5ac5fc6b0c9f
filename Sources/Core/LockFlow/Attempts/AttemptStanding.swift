// SPDX-License-Identifier: MIT

/// The attempts that earlier failures still allow. The ledger keeps this state, so that it survives a restart of the
/// app.
public enum AttemptStanding: Hashable, Sendable {
    /// Every method that is set up is allowed.
    case attemptsAllowed
    /// Only high-entropy methods are allowed for the given number of seconds. A `Vault` allows all of them. A
    /// ``LockMachine`` allows a passkey and a recovery code, but not the device's owner.
    case lockedOut(seconds: Double)
    /// The passcode and high-entropy methods are allowed, but a drawing is not.
    case passcodeRequired(PasscodeReason)
    /// Only high-entropy methods are allowed. A ``LockMachine`` allows the recovery code, and after too many wrong
    /// passcodes also a passkey. Nothing opens the vault after ``RecoveryReason/vaultVanished``.
    case recoveryRequired(RecoveryReason)
    /// The vault was destroyed.
    case wiped

    /// A standing without its details, for interfaces with other languages.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// ``AttemptStanding/attemptsAllowed``.
        case attemptsAllowed
        /// ``AttemptStanding/lockedOut(seconds:)``.
        case lockedOut
        /// ``AttemptStanding/passcodeRequired(_:)``.
        case passcodeRequired
        /// ``AttemptStanding/recoveryRequired(_:)``.
        case recoveryRequired
        /// ``AttemptStanding/wiped``.
        case wiped
    }

    /// The standing without its details.
    public var kind: Kind {
        switch self {
        case .attemptsAllowed: .attemptsAllowed
        case .lockedOut: .lockedOut
        case .passcodeRequired: .passcodeRequired
        case .recoveryRequired: .recoveryRequired
        case .wiped: .wiped
        }
    }
}

/// The reason why a quicker method does not unlock, and the passcode is required if there is one.
public enum PasscodeReason: UInt8, Hashable, Sendable, CaseIterable {
    /// A finger or face was enrolled or removed since the owner last unlocked.
    case biometricsChanged
    /// The device's passcode was removed, and with it the items that it protected.
    case devicePasscodeRemoved
    /// Too many drawings were wrong. Any other method unlocks.
    case pictureFailures
}

/// The reason why neither passcodes nor drawings are accepted any more.
public enum RecoveryReason: UInt8, Hashable, Sendable, CaseIterable {
    /// Too many passcodes were wrong.
    case passcodeFailures
    /// The device's passcode was removed, and the app has neither a passcode nor a picture password.
    case devicePasscodeRemoved
    /// The attempt record is missing, damaged or out of date, so the number of attempts is unknown.
    case attemptsUnknown
    /// The vault's record is damaged, or was changed without the device key.
    case vaultDamaged
    /// The vault's record is missing although the ledger still counts attempts on it. Nothing can open the vault, and
    /// the owner can only start over.
    case vaultVanished
    /// The vault was moved to another device, or the device key was lost.
    case deviceKeyChanged
}
