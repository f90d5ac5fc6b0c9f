// SPDX-License-Identifier: MIT
import PicturePassword

/// A gesture on a picture, by a name that SwiftUI has not.
public typealias PictureGesture = Gesture

/// What became of a picture password. It tells no score: that would help whoever guesses.
public enum PictureAnswer: Hashable, Sendable {
    /// It matched, or was kept: the screen is over.
    case accepted
    /// It did not match, or was an exact replay of an earlier one.
    case rejected
    /// The password belongs to another picture.
    case otherPicture
    /// No more may be tried for so many seconds, or, with `nil`, until another way in was taken.
    case lockedOut(seconds: Double?)
    /// It could not be checked or kept. Nothing is said to be wrong.
    case unavailable

    /// A core verdict as the screen shows it: a replay is a rejection, and where nothing is enrolled nothing can be
    /// checked.
    public init(_ verdict: PictureVerdict) {
        switch verdict {
        case .accepted: self = .accepted
        case .rejected, .replayed: self = .rejected
        case .otherPicture: self = .otherPicture
        case .notEnrolled: self = .unavailable
        }
    }
}

/// What a ``PicturePasswordView`` is for.
public enum PictureMode {
    /// To define a password: drawn several times until `verifier` finds the drawings alike, and kept by `save`, which
    /// answers `.accepted` once it is.
    ///
    /// Check with the same verifier later. The meter of a password's strength knows the rule of `RasterVerifier` alone;
    /// there is none for other verifiers.
    case define(
        parameters: Enrolment<RasterVerifier>.Parameters = .init(),
        verifier: any GestureVerifier = RasterVerifier.directed,
        save: @MainActor (GestureTemplate) async -> PictureAnswer)
    /// To be let in: `check` compares, by InkLock's verifier or the app's, and counts failures.
    case verify(check: @MainActor (PictureGesture) async -> PictureAnswer)
}
