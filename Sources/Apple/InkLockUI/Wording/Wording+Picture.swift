// SPDX-License-Identifier: MIT
import Foundation
import PicturePassword

extension Wording {
    static var pictureHint: String { String(localized: "picture.hint", bundle: .module) }
    static var drawPassword: String { String(localized: "picture.draw", bundle: .module) }
    static var undoPart: String { String(localized: "picture.undoPart", bundle: .module) }
    static var fromTheStart: String { String(localized: "picture.startOver", bundle: .module) }
    static var showFirstDrawing: String { String(localized: "picture.showFirst", bundle: .module) }
    static var replay: String { String(localized: "picture.replay", bundle: .module) }

    /// Returns the accessibility label of a picture.
    static func label(of picture: PasswordPicture) -> String {
        picture.label.isEmpty ? String(localized: "picture.surface", bundle: .module) : picture.label
    }

    /// Returns the title of a picture password screen.
    /// - Parameter remaining: The number of drawings still needed to define a password; see `PicturePad`.
    static func drawPassword(_ remaining: Int?) -> String {
        guard let remaining else { return drawPassword }
        return remaining > 1
            ? String(localized: "picture.again", bundle: .module) : String(localized: "picture.last", bundle: .module)
    }

    /// Returns the hint for a user who defines a password.
    /// - Parameter remaining: The number of drawings still needed; see `PicturePad`.
    static func defineHint(_ remaining: Int?) -> String {
        remaining == nil
            ? String(localized: "picture.defineHint", bundle: .module)
            : String(localized: "picture.againHint", bundle: .module)
    }

    static func parts(_ count: Int) -> String { String(localized: "picture.parts \(count)", bundle: .module) }

    static func debugRow(part: Int, squares: Int, hits: Int?) -> String {
        guard let hits else { return String(localized: "picture.debug \(part) \(squares)", bundle: .module) }
        return String(localized: "picture.debug \(part) \(squares) \(hits)", bundle: .module)
    }

    static func message(for note: PicturePad.Note) -> String {
        switch note {
        case .rejected: String(localized: "picture.rejected", bundle: .module)
        case .otherPicture: String(localized: "picture.otherPicture", bundle: .module)
        case .lockedOut: chooseAnotherMethod
        case .notSaved: String(localized: "picture.unavailable", bundle: .module)
        case .refused(.empty): String(localized: "picture.refused.empty", bundle: .module)
        case .refused(.tooShort): String(localized: "picture.refused.tooShort", bundle: .module)
        case .refused(.oneSpot): String(localized: "picture.refused.oneSpot", bundle: .module)
        case .refused(.common): String(localized: "picture.refused.common", bundle: .module)
        case .refused(.tooManyFingers): String(localized: "picture.refused.tooManyFingers", bundle: .module)
        case .refused(.different): String(localized: "picture.refused.different", bundle: .module)
        case .refused(.tooFewPlaces): String(localized: "picture.refused.tooFewPlaces", bundle: .module)
        case .refused(.guessable): String(localized: "picture.refused.guessable", bundle: .module)
        case .refused(.tooSmall): String(localized: "picture.refused.tooSmall", bundle: .module)
        }
    }

    static func strength(_ level: Strength.Level) -> String {
        switch level {
        case .weak: String(localized: "picture.strength.weak", bundle: .module)
        case .fair: String(localized: "picture.strength.fair", bundle: .module)
        case .good: String(localized: "picture.strength.good", bundle: .module)
        case .strong: String(localized: "picture.strength.strong", bundle: .module)
        }
    }

    static func advice(_ advice: Strength.Advice) -> String {
        switch advice {
        case .noneNeeded: String(localized: "picture.advice.none", bundle: .module)
        case .moreParts: String(localized: "picture.advice.moreParts", bundle: .module)
        case .lessObviousPlaces: String(localized: "picture.advice.lessObviousPlaces", bundle: .module)
        case .ownCurves: String(localized: "picture.advice.ownCurves", bundle: .module)
        case .moreOfThePicture: String(localized: "picture.advice.moreOfThePicture", bundle: .module)
        case .varyParts: String(localized: "picture.advice.varyParts", bundle: .module)
        }
    }
}
