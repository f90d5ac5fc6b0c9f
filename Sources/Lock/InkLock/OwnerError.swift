// SPDX-License-Identifier: MIT
import LockFlow

/// The reason why the system did not store or release a protected secret. No such error counts as an attempt on the
/// vault.
public enum OwnerError: Error, Hashable, Sendable {
    /// There is no secret with that name.
    case absent
    /// There already is a secret with that name. Update it.
    case exists
    /// The sensor did not recognise the finger or face.
    case denied
    /// The prompt was cancelled by the owner, the system or the app.
    case cancelled
    /// The owner chose the fallback of the prompt.
    case fallbackChosen
    /// The secret is permanently lost. Set it up again.
    case invalidated(Invalidation)
    /// The secret is not accessible now, but may be later.
    case locked(Lock)
    /// The device has no passcode, or no sensor, for this access control.
    case unavailable
    /// Any other error, with the system's code.
    case system(code: Int32)

    /// The change that permanently invalidated the secret.
    public enum Invalidation: UInt8, Hashable, Sendable {
        /// A finger or face was enrolled or removed.
        case biometricsChanged
        /// The device's passcode was removed, and with it all secrets that it protected.
        case devicePasscodeRemoved
        /// The device key that sealed the secret is gone: a security chip was cleared, or files came from another
        /// device.
        case deviceKeyRemoved
    }

    /// The condition that the owner must resolve first.
    public enum Lock: UInt8, Hashable, Sendable {
        /// The sensor is locked until the device's passcode has been entered.
        case sensor
        /// The device itself is locked, or no prompt is possible at the moment.
        case device
    }

    /// The corresponding failure for the lock's state machine.
    var promptFailure: PromptFailure {
        switch self {
        case .denied: .notRecognised
        case .locked(.sensor): .sensorLockedOut
        case .fallbackChosen: .fallbackChosen
        case .invalidated(.biometricsChanged): .biometricsChanged
        case .absent, .invalidated(.devicePasscodeRemoved), .invalidated(.deviceKeyRemoved): .keyLost
        case .exists, .cancelled, .locked(.device), .unavailable, .system: .interrupted
        }
    }
}
