// SPDX-License-Identifier: MIT
import Foundation
import LockFlow

extension Wording {
    /// Returns the message of the system's prompt.
    static func unlockApp(_ app: String?) -> String {
        guard let app else { return String(localized: "owner.unlock", bundle: .module) }
        return String(localized: "owner.unlock \(app)", bundle: .module)
    }

    static var opticID: String { String(localized: "passcode.opticID", bundle: .module) }

    /// Returns the title of the fallback button in the system's prompt. Empty if there is no fallback.
    static func name(_ fallback: UnlockMethods.Fallback, _ app: String?) -> String {
        switch (fallback, app) {
        case (.none, _): ""
        case (.devicePasscode, _): String(localized: "owner.fallback.devicePasscode", bundle: .module)
        case (.passcode, let app?): String(localized: "owner.fallback.passcode \(app)", bundle: .module)
        case (.passcode, nil): String(localized: "owner.fallback.passcode", bundle: .module)
        case (.picture, _): String(localized: "owner.fallback.picture", bundle: .module)
        case (.recoveryCode, _): String(localized: "owner.fallback.recoveryCode", bundle: .module)
        }
    }
}
