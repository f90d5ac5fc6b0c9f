// SPDX-License-Identifier: MIT
import InkLockLinux

/// The texts that only a desktop needs.
extension Wording {
    static var typeInstead: String { String(localized: "desktop.type", bundle: .module) }
    static var typedName: String { String(localized: "desktop.typedName", bundle: .module) }
    static var write: String { String(localized: "desktop.write", bundle: .module) }
    static var noLetters: String { String(localized: "desktop.noLetters", bundle: .module) }
    static var `continue`: String { String(localized: "desktop.continue", bundle: .module) }

    static func leftOut(_ count: Int) -> String { String(localized: "desktop.leftOut \(count)", bundle: .module) }

    static func hint(_ hint: FingerHint) -> String {
        switch hint {
        case .touch: String(localized: "desktop.finger.touch", bundle: .module)
        case .notRecognised: String(localized: "desktop.finger.notRecognised", bundle: .module)
        case .again: String(localized: "desktop.finger.again", bundle: .module)
        case .tooShort: String(localized: "desktop.finger.tooShort", bundle: .module)
        case .notCentred: String(localized: "desktop.finger.notCentred", bundle: .module)
        case .liftFirst: String(localized: "desktop.finger.liftFirst", bundle: .module)
        }
    }
}
