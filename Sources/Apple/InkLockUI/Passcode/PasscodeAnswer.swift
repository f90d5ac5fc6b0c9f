// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import Passcode

/// The result of checking a passcode or of another unlock method.
public enum PasscodeAnswer: Hashable, Sendable {
    /// The passcode is correct.
    case accepted
    /// The passcode is wrong. The screen asks for it again.
    case rejected
    /// The passcode is wrong, or was not checked, and no further attempt is allowed for a number of seconds.
    case lockedOut(seconds: Double)
    /// The passcode could not be checked, or the user cancelled the other unlock method. This result does not count as
    /// a wrong passcode. After a passcode, a screen shows that the check failed and asks again; after the other method,
    /// it shows no message.
    case unavailable

    /// Creates the answer for an error of a vault or a lock.
    ///
    /// An error that names a delay is ``lockedOut(seconds:)``, whether or not the passcode was checked. A wrong
    /// passcode without a delay is ``rejected``. Any other error is ``unavailable``, also that of a vault which accepts
    /// no passcode any more (`AttemptStanding.recoveryRequired(_:)`): ask for the recovery code then.
    public init(_ error: VaultError) {
        switch error {
        case .rejected(.lockedOut(let seconds)), .refused(.lockedOut(let seconds)): self = .lockedOut(seconds: seconds)
        case .rejected: self = .rejected
        default: self = .unavailable
        }
    }
}

/// A closure that checks a passcode. The bytes are overwritten at the end of their lifetime; the app must overwrite its
/// own copies.
public typealias PasscodeCheck = @MainActor (consuming SecretBytes) async -> PasscodeAnswer
