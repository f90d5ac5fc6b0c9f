// SPDX-License-Identifier: MIT

/// A hint for the person in front of a fingerprint reader that waits.
public enum FingerHint: Hashable, Sendable, CaseIterable {
    /// The reader waits for a finger.
    case touch
    /// The finger was not recognised. Another try is allowed.
    case notRecognised
    /// The reader could not read the finger well.
    case again
    /// The finger moved over the reader too briefly.
    case tooShort
    /// The finger was not in the middle of the reader.
    case notCentred
    /// The finger has to leave the reader first.
    case liftFirst

    /// The hint in English, for hosts without texts of their own.
    public var text: String {
        switch self {
        case .touch: "Place your finger on the fingerprint reader"
        case .notRecognised: "Finger not recognised. Try again."
        case .again: "The reader could not read your finger. Try again."
        case .tooShort: "Too short. Try again, more slowly."
        case .notCentred: "Place your finger in the middle of the reader"
        case .liftFirst: "Lift your finger, and then try again"
        }
    }
}
