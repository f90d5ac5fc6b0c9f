// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import PicturePassword

/// The result of checking or saving a picture password. It contains no score, which would help an attacker.
public enum PictureAnswer: Hashable, Sendable {
    /// The gesture matches, or the password was saved. The screen ends.
    case accepted
    /// The gesture does not match, or it exactly replays an earlier one.
    case rejected
    /// The password belongs to another picture.
    case otherPicture
    /// No further attempt is allowed for a number of seconds or, if `nil`, until another unlock method succeeds.
    case lockedOut(seconds: Double?)
    /// The password is too easy to guess and was not saved. The user starts over.
    case guessable
    /// The gesture could not be checked, or the password could not be saved. This result does not count as a failure.
    case unavailable

    /// Creates the answer for a verdict. A replay counts as rejected. Without an enrolled password, the answer is
    /// ``unavailable``.
    public init(_ verdict: PictureVerdict) {
        switch verdict {
        case .accepted: self = .accepted
        case .rejected, .replayed: self = .rejected
        case .otherPicture: self = .otherPicture
        case .notEnrolled: self = .unavailable
        }
    }

    /// Creates the answer for an error of a vault or a lock.
    ///
    /// An error with a delay is ``lockedOut(seconds:)`` with that time. A wrong drawing is ``rejected`` if further
    /// drawings are allowed, and otherwise ``lockedOut(seconds:)`` without a time. A drawing on another picture is
    /// ``otherPicture``. A password that the lock refuses is ``guessable``. Any other error is ``unavailable``,
    /// including that of an attempt which the lock could not begin although attempts are allowed.
    public init(_ error: VaultError) {
        switch error {
        case .rejected(.lockedOut(let seconds)), .refused(.lockedOut(let seconds)): self = .lockedOut(seconds: seconds)
        case .rejected(.attemptsAllowed): self = .rejected
        case .refused(.attemptsAllowed): self = .unavailable
        case .rejected, .refused: self = .lockedOut(seconds: nil)
        case .otherPicture: self = .otherPicture
        case .pictureRefused: self = .guessable
        default: self = .unavailable
        }
    }
}

/// The purpose of a ``PicturePasswordView``.
public enum PictureMode: Sendable {
    /// Defines a password. The user draws it several times, until `verifier` accepts the drawings as alike. Then `save`
    /// stores the template and returns `.accepted`.
    ///
    /// Give `parameters` the minimum strength of the lock's `EnrolmentRule`, so that a weak drawing is refused before
    /// it is repeated.
    ///
    /// Check gestures with the same verifier later. The screen shows a strength meter if the verifier implements
    /// `strength(of:over:)`, as InkLock's own verifiers do.
    case define(
        parameters: EnrolmentParameters = .init(),
        verifier: any GestureVerifier = DefaultVerifier(),
        save: @MainActor (GestureTemplate) async -> PictureAnswer)
    /// Verifies the user. `check` compares the gesture and counts failures.
    case verify(check: @MainActor (PictureGesture) async -> PictureAnswer)
}
