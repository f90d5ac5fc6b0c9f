// SPDX-License-Identifier: MIT
import Foundation

/// The texts of the user interface, in the user's language. `Localizable.xcstrings` contains them.
enum Wording {
    /// The bundle that contains the texts.
    static var bundle: Bundle { .module }

    static var signature: String { String(localized: "signature.label", bundle: .module) }
    static var signatureHint: String { String(localized: "signature.hint", bundle: .module) }
    static var undo: String { String(localized: "tool.undo", bundle: .module) }
    static var redo: String { String(localized: "tool.redo", bundle: .module) }
    static var clear: String { String(localized: "tool.clear", bundle: .module) }

    static func signed(strokes: Int) -> String {
        strokes == 0
            ? String(localized: "signature.empty", bundle: .module)
            : String(localized: "signature.strokes \(strokes)", bundle: .module)
    }

    static var typeInstead: String { String(localized: "signature.type", bundle: .module) }
    static var typedName: String { String(localized: "signature.typedName", bundle: .module) }
    static var write: String { String(localized: "signature.write", bundle: .module) }
    static var noLetters: String { String(localized: "signature.noLetters", bundle: .module) }

    static func leftOut(_ count: Int) -> String { String(localized: "signature.leftOut \(count)", bundle: .module) }
}
