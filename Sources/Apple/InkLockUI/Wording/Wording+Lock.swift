// SPDX-License-Identifier: MIT
import Foundation
import LockFlow

extension Wording {
    static var tryAgain: String { String(localized: "lock.tryAgain", bundle: .module) }
    static var recoveryCode: String { String(localized: "lock.code", bundle: .module) }
    static var recoveryCodeHint: String { String(localized: "lock.codeHint", bundle: .module) }
    static var unlock: String { String(localized: "lock.unlock", bundle: .module) }
    static var otherMethods: String { String(localized: "lock.otherMethods", bundle: .module) }
    static var useAnotherMethod: String { String(localized: "lock.useAnotherMethod", bundle: .module) }
    static var chooseAnotherMethod: String { String(localized: "lock.chooseAnotherMethod", bundle: .module) }
    static var forgotPasscode: String { String(localized: "lock.forgotPasscode", bundle: .module) }
    static var noScreen: String { String(localized: "lock.noScreen", bundle: .module) }
    static var notPossible: String { String(localized: "lock.refused.notPossible", bundle: .module) }

    static func title(for title: CoverContent.Title, of app: String?) -> String {
        switch title {
        case .covered: app ?? String(localized: "lock.covered", bundle: .module)
        case .locked: isLocked(app)
        case .waiting(.deviceOwner): String(localized: "lock.waiting.deviceOwner", bundle: .module)
        case .waiting(.biometrics): String(localized: "lock.waiting.biometrics", bundle: .module)
        case .waiting: String(localized: "lock.waiting.other", bundle: .module)
        case .lockedOut: String(localized: "lock.lockedOut", bundle: .module)
        case .wiped: String(localized: "lock.wiped", bundle: .module)
        }
    }

    private static func isLocked(_ app: String?) -> String {
        guard let app else { return String(localized: "lock.locked", bundle: .module) }
        return String(localized: "lock.locked \(app)", bundle: .module)
    }

    static func message(for message: LockCoverContent.Message) -> String {
        switch message {
        case .state(let message): Self.message(for: message)
        case .tryAgain(let time): tryAgain(in: time)
        case .unknown: String(localized: "lock.unknown", bundle: .module)
        case .refused(let refusal): Self.message(for: refusal)
        case .attemptsLeft(let count): String(localized: "lock.attemptsLeft \(count)", bundle: .module)
        }
    }

    static func message(for message: CoverContent.Message) -> String {
        switch message {
        case .goOn: String(localized: "lock.goOn", bundle: .module)
        case .mayTryAgain: String(localized: "lock.mayTryAgain", bundle: .module)
        case .passcodeRequired(let reason): Self.message(for: reason)
        case .recoveryRequired(let reason): Self.message(for: reason)
        case .wiped: String(localized: "lock.wipedWhy", bundle: .module)
        case .noMethod: String(localized: "lock.noMethod", bundle: .module)
        case .nothingUnlocks: String(localized: "lock.nothingUnlocks", bundle: .module)
        }
    }

    private static func message(for reason: PasscodeReason) -> String {
        switch reason {
        case .biometricsChanged: String(localized: "lock.required.biometricsChanged", bundle: .module)
        case .devicePasscodeRemoved: String(localized: "lock.required.devicePasscodeRemoved", bundle: .module)
        case .pictureFailures: String(localized: "lock.required.pictureFailures", bundle: .module)
        }
    }

    private static func message(for reason: RecoveryReason) -> String {
        switch reason {
        case .passcodeFailures: String(localized: "lock.recovery.passcodeFailures", bundle: .module)
        case .devicePasscodeRemoved: String(localized: "lock.recovery.devicePasscodeRemoved", bundle: .module)
        case .attemptsUnknown: String(localized: "lock.recovery.attemptsUnknown", bundle: .module)
        case .vaultVanished: String(localized: "lock.recovery.vaultVanished", bundle: .module)
        case .vaultDamaged: String(localized: "lock.recovery.vaultDamaged", bundle: .module)
        case .deviceKeyChanged: String(localized: "lock.recovery.deviceKeyChanged", bundle: .module)
        }
    }

    private static func message(for refusal: LockCoverContent.Refusal) -> String {
        switch refusal {
        case .notRecognised: String(localized: "lock.refused.notRecognised", bundle: .module)
        case .sensorLocked: String(localized: "lock.refused.sensorLocked", bundle: .module)
        case .notUnlocked: String(localized: "lock.refused.notUnlocked", bundle: .module)
        case .notPossible: notPossible
        case .wrongCode: String(localized: "lock.refused.wrongCode", bundle: .module)
        case .incompleteCode: String(localized: "lock.refused.incompleteCode", bundle: .module)
        case .mistypedCode: String(localized: "lock.refused.mistypedCode", bundle: .module)
        case .biometricsChanged: String(localized: "lock.refused.biometricsChanged", bundle: .module)
        case .devicePasscodeRemoved: String(localized: "lock.refused.devicePasscodeRemoved", bundle: .module)
        }
    }

    /// Returns the title of the button for an unlock method.
    static func use(_ method: UnlockMethod, of app: String?) -> String {
        switch method {
        case .deviceOwner: String(localized: "lock.use.deviceOwner", bundle: .module)
        case .biometrics: String(localized: "lock.use.biometrics", bundle: .module)
        case .passkey: String(localized: "lock.use.passkey", bundle: .module)
        case .passcode: usePasscode(app)
        case .picture: String(localized: "lock.use.picture", bundle: .module)
        case .recoveryCode: String(localized: "lock.use.recoveryCode", bundle: .module)
        }
    }

    private static func usePasscode(_ app: String?) -> String {
        guard let app else { return String(localized: "lock.use.passcode", bundle: .module) }
        return String(localized: "lock.use.passcode \(app)", bundle: .module)
    }
}
