// SPDX-License-Identifier: MIT

/// The texts that only a desktop needs. `Desktop.xcstrings` contains them.
extension Wording {
    static var typeInstead: String { String(localized: "desktop.type", bundle: .module) }
    static var typedName: String { String(localized: "desktop.typedName", bundle: .module) }
    static var write: String { String(localized: "desktop.write", bundle: .module) }
    static var noLetters: String { String(localized: "desktop.noLetters", bundle: .module) }
    static var `continue`: String { String(localized: "desktop.continue", bundle: .module) }

    static func leftOut(_ count: Int) -> String { String(localized: "desktop.leftOut \(count)", bundle: .module) }
}
