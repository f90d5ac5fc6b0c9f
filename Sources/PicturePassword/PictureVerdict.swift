// SPDX-License-Identifier: MIT

/// What becomes of an attempt at a picture password. There is no score: it would tell whoever tries how near they are.
public enum PictureVerdict: Hashable, Sendable {
    /// It matches.
    case accepted
    /// It does not match.
    case rejected
    /// It is an earlier drawing, sample for sample. Show it as rejected.
    case replayed
    /// The template was drawn on another picture than the one shown: show that one, or enrol anew.
    case otherPicture
    /// There is no template.
    case notEnrolled
}
