// SPDX-License-Identifier: MIT

/// The reason for rejecting a drawing during an enrolment, without the common shape that it matched.
public enum DrawingRefusal: UInt8, Hashable, Sendable, CaseIterable {
    /// The drawing is empty.
    case empty
    /// The drawing is so short that it would be easy to guess.
    case tooShort
    /// The whole drawing lies in one spot.
    case oneSpot
    /// The drawing is one of the most common shapes.
    case common
    /// A part has more fingers than a hand.
    case tooManyFingers
    /// The drawing does not match the previous ones.
    case different
    /// The drawing is in too few places.
    case tooFewPlaces
    /// The drawing is easy to guess.
    case guessable
    /// A figure is too small to be distinguished from others.
    case tooSmall

    /// A Boolean value that indicates whether drawing more helps. Hosts keep such a drawing, so that its owner can add
    /// to it.
    public var isIncomplete: Bool {
        switch self {
        case .tooShort, .oneSpot, .common, .tooFewPlaces, .guessable: true
        case .empty, .tooManyFingers, .different, .tooSmall: false
        }
    }
}
