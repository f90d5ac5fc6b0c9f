// SPDX-License-Identifier: MIT
import LockFlow

/// Why the system did not give out what it guards. None of these spends an attempt of the vault's.
public enum OwnerError: Error, Hashable, Sendable {
    /// There is no secret of that name.
    case absent
    /// There is one already: update it.
    case exists
    /// Somebody else was there, or a finger that could not be read.
    case denied
    /// Cancelled by the owner, by the system or by the app.
    case cancelled
    /// The owner wants the other way that the prompt offers.
    case fallbackChosen
    /// The secret is gone for good: set it up anew.
    case invalidated(Invalidation)
    /// Not now, but later perhaps.
    case locked(Lock)
    /// The device has no passcode or no sensor for such a guardian.
    case unavailable
    /// Anything else; the code is the system's.
    case system(code: Int32)

    /// What took away for good that which the system guarded.
    public enum Invalidation: UInt8, Hashable, Sendable {
        /// Fingers or faces were enrolled or removed.
        case biometricsChanged
        /// The device's passcode was removed, and all that it guarded with it.
        case devicePasscodeRemoved
    }

    /// What the owner has to get out of the way first.
    public enum Lock: UInt8, Hashable, Sendable {
        /// The sensor takes no more tries until the device's passcode has been entered.
        case sensor
        /// The device itself is locked, or nobody can be asked at the moment.
        case device
    }

    /// How the lock takes it.
    var promptFailure: PromptFailure {
        switch self {
        case .denied: .notRecognised
        case .locked(.sensor): .sensorLockedOut
        case .fallbackChosen: .fallbackChosen
        case .invalidated(.biometricsChanged): .biometricsChanged
        case .absent, .invalidated(.devicePasscodeRemoved): .guardedItemGone
        case .exists, .cancelled, .locked(.device), .unavailable, .system: .interrupted
        }
    }
}
