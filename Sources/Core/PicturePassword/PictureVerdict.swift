// SPDX-License-Identifier: MIT

/// The result of an attempt at a picture password. It contains no score, which would tell an attacker how close an
/// attempt is.
public enum PictureVerdict: UInt8, Hashable, Sendable, CaseIterable {
    /// The attempt matches.
    case accepted
    /// The attempt does not match.
    case rejected
    /// The attempt repeats an earlier drawing sample for sample. Show it as rejected.
    case replayed
    /// The template belongs to a different picture from the displayed one. Show that picture, or enrol again.
    case otherPicture
    /// There is no template.
    case notEnrolled
}
