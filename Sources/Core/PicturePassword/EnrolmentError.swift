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

    /// A reason without the common shape that the drawing matched.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
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

        /// A Boolean value that indicates whether drawing more helps. Hosts keep such a drawing, so that its owner can
        /// add to it.
        public var isIncomplete: Bool {
            switch self {
            case .tooShort, .oneSpot, .common, .tooFewPlaces, .guessable: true
            case .empty, .tooManyFingers, .different, .tooSmall: false
            }
        }
    }

    /// The reason without the shape.
    public var kind: Kind {
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
