// SPDX-License-Identifier: MIT
import PicturePassword

/// A gesture on a picture, by a name that SwiftUI has not.
public typealias PictureGesture = Gesture

/// What became of a picture password. It tells no score: that would help whoever guesses.
public enum PictureAnswer: Hashable, Sendable {
    case accepted
    /// It did not match, or was an exact replay of an earlier one.
    case rejected
    /// The password belongs to another picture.
    case otherPicture
    /// No more may be tried for so many seconds, or, with `nil`, until another way in was taken.
    case lockedOut(seconds: Double?)
    /// It could not be checked or kept. Nothing is said to be wrong.
    case unavailable

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
    /// To define a password: drawn several times, and kept by `save`, which answers `.accepted` once it is.
    case define(
        parameters: Enrolment<RasterVerifier>.Parameters = .init(),
        save: @MainActor (GestureTemplate) async -> PictureAnswer)
    /// To be let in.
    case verify(check: @MainActor (PictureGesture) async -> PictureAnswer)
}
