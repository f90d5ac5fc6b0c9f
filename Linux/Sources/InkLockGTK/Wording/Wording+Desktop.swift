// SPDX-License-Identifier: MIT
import InkLockLinux

/// The texts that only a desktop needs.
extension Wording {
    static var `continue`: String { String(localized: "desktop.continue", bundle: .module) }

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
