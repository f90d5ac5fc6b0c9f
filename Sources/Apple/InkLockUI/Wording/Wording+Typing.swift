// SPDX-License-Identifier: MIT
import Foundation

extension Wording {
    static var typeInstead: String { String(localized: "signature.type", bundle: .module) }
    static var typedName: String { String(localized: "signature.typedName", bundle: .module) }
    static var write: String { String(localized: "signature.write", bundle: .module) }
    static var noLetters: String { String(localized: "signature.noLetters", bundle: .module) }

    static func leftOut(_ count: Int) -> String { String(localized: "signature.leftOut \(count)", bundle: .module) }
}
