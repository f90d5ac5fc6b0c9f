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
    /// The passcode is wrong, or was not checked, and no further attempt is allowed for a number of seconds or, if
    /// `nil`, until another unlock method succeeds.
    case lockedOut(seconds: Double?)
    /// The passcode could not be checked, or the user cancelled the other unlock method. This result does not count as
    /// a wrong passcode. After a passcode, a screen shows that the check failed and asks again; after the other method,
    /// it shows no message.
    case unavailable

    /// Creates the answer for an error of a vault or a lock.
    ///
    /// An error with a delay is ``lockedOut(seconds:)`` with that time, whether or not the passcode was checked. That
    /// of a vault which accepts no passcode any more (`AttemptStanding.recoveryRequired(_:)` or
    /// `AttemptStanding.wiped`) is ``lockedOut(seconds:)`` without a time: ask for the recovery code then. A wrong
    /// passcode is otherwise ``rejected``. Any other error is ``unavailable``, including that of an attempt which the
    /// lock could not begin although attempts are allowed.
    public init(_ error: VaultError) {
        switch error {
        case .rejected(.lockedOut(let seconds)), .refused(.lockedOut(let seconds)): self = .lockedOut(seconds: seconds)
        case .rejected(.recoveryRequired), .rejected(.wiped), .refused(.recoveryRequired), .refused(.wiped):
            self = .lockedOut(seconds: nil)
        case .rejected: self = .rejected
        default: self = .unavailable
        }
    }
}

/// A closure that checks a passcode. The bytes are overwritten at the end of their lifetime; the app must overwrite its
/// own copies.
public typealias PasscodeCheck = @MainActor (consuming SecretBytes) async -> PasscodeAnswer
