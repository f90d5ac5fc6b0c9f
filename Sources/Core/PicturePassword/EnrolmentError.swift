// SPDX-License-Identifier: MIT

/// The reason for rejecting a drawing of a new picture password. The previous drawings remain valid.
public enum EnrolmentError: Error, Hashable, Sendable {
    /// The drawing is empty.
    case empty
    /// The drawing is so short that it would be easy to guess. Draw more.
    case tooShort
    /// The whole drawing lies in one spot. Use more of the picture.
    case oneSpot
    /// The drawing is one of the most common shapes.
    case common(CommonShape)
    /// A part has more fingers than a hand.
    case tooManyFingers
    /// The drawing does not match the previous ones. Draw the same again.
    case different
    /// The drawing is in fewer places than ``EnrolmentParameters/minimumPlaces``. Draw something in another place too.
    case tooFewPlaces
    /// The drawing is weaker than ``EnrolmentParameters/minimumStrength``, or among the first 20 guesses. Add to it.
    case guessable
    /// A figure that is not a tap is smaller than ``EnrolmentParameters/minimumFigureExtent``. Draw it larger, or tap.
    case tooSmall

    /// The reason without the shape.
    public var kind: DrawingRefusal {
        switch self {
        case .empty: .empty
        case .tooShort: .tooShort
        case .oneSpot: .oneSpot
        case .common: .common
        case .tooManyFingers: .tooManyFingers
        case .different: .different
        case .tooFewPlaces: .tooFewPlaces
        case .guessable: .guessable
        case .tooSmall: .tooSmall
        }
    }
}
