// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import Passcode

extension Wording {
    static var passcode: String { String(localized: "passcode.label", bundle: .module) }
    static var confirmPasscode: String { String(localized: "passcode.confirm", bundle: .module) }
    static var submit: String { String(localized: "passcode.submit", bundle: .module) }
    static var delete: String { String(localized: "passcode.delete", bundle: .module) }
    static var cancel: String { String(localized: "passcode.cancel", bundle: .module) }
    static var oneMoment: String { String(localized: "passcode.waiting", bundle: .module) }
    static var faceID: String { String(localized: "passcode.faceID", bundle: .module) }
    static var touchID: String { String(localized: "passcode.touchID", bundle: .module) }
    static var kindOfPasscode: String { String(localized: "passcode.kind", bundle: .module) }
    static var startOver: String { String(localized: "passcode.startOver", bundle: .module) }

    static func enterPasscode(_ app: String?) -> String {
        guard let app else { return String(localized: "passcode.enter", bundle: .module) }
        return String(localized: "passcode.enter \(app)", bundle: .module)
    }

    static func currentPasscode(_ app: String?) -> String {
        guard let app else { return String(localized: "passcode.current", bundle: .module) }
        return String(localized: "passcode.current \(app)", bundle: .module)
    }

    static func newPasscode(_ app: String?) -> String {
        guard let app else { return String(localized: "passcode.new", bundle: .module) }
        return String(localized: "passcode.new \(app)", bundle: .module)
    }

    /// Returns the title of a screen for creating, changing or removing a passcode.
    static func title(for phase: PasscodeChange.Phase, of app: String?) -> String {
        switch phase {
        case .current, .checking: currentPasscode(app)
        case .new: newPasscode(app)
        case .confirm, .saving, .finished: confirmPasscode
        }
    }

    /// Returns an accessibility value with the number of entered characters.
    static func entered(_ count: Int, of kind: PasscodeKind) -> String {
        kind.submitsItself
            ? String(localized: "passcode.entered \(count) of \(kind.lengths.upperBound)", bundle: .module)
            : String(localized: "passcode.entered \(count)", bundle: .module)
    }

    static func name(of kind: PasscodeKind) -> String {
        switch kind {
        case .fourDigits: String(localized: "passcode.kind.fourDigits", bundle: .module)
        case .sixDigits: String(localized: "passcode.kind.sixDigits", bundle: .module)
        case .numeric: String(localized: "passcode.kind.numeric", bundle: .module)
        case .alphanumeric: String(localized: "passcode.kind.alphanumeric", bundle: .module)
        }
    }

    static func tryAgain(in time: WaitingTime) -> String {
        switch time.unit {
        case .second: String(localized: "passcode.wait.seconds \(time.amount)", bundle: .module)
        case .minute: String(localized: "passcode.wait.minutes \(time.amount)", bundle: .module)
        case .hour: String(localized: "passcode.wait.hours \(time.amount)", bundle: .module)
        }
    }

    static func message(for note: PasscodeScreen.Note) -> String {
        switch note {
        case .wrong, .change(.wrong): String(localized: "passcode.wrong", bundle: .module)
        case .change(.mismatch): String(localized: "passcode.mismatch", bundle: .module)
        case .change(.notSaved): String(localized: "passcode.notSaved", bundle: .module)
        case .notChecked: notPossible
        case .lockedOut: title(for: .lockedOut, of: nil)
        case .lockedForGood: chooseAnotherMethod
        case .mayTryAgain: Self.message(for: CoverContent.Message.mayTryAgain)
        case .refused(let refusal): Self.message(for: refusal)
        case .change(.refused(let refusal)): Self.message(for: refusal)
        }
    }

    private static func message(for refusal: PasscodeEntry.Refusal) -> String {
        switch refusal {
        case .tooShort: String(localized: "passcode.entry.tooShort", bundle: .module)
        case .tooLong: String(localized: "passcode.entry.tooLong", bundle: .module)
        case .notADigit: String(localized: "passcode.entry.notADigit", bundle: .module)
        case .notACharacter: String(localized: "passcode.entry.notACharacter", bundle: .module)
        }
    }

    private static func message(for refusal: PasscodePolicy.Refusal) -> String {
        switch refusal {
        case .tooShort: String(localized: "passcode.refused.tooShort", bundle: .module)
        case .tooLong: String(localized: "passcode.refused.tooLong", bundle: .module)
        case .wrongCharacters: String(localized: "passcode.refused.wrongCharacters", bundle: .module)
        case .fewDifferent: String(localized: "passcode.refused.fewDifferent", bundle: .module)
        case .keyboardRow: String(localized: "passcode.refused.keyboardRow", bundle: .module)
        case .word, .pattern(.word): String(localized: "passcode.refused.word", bundle: .module)
        case .pattern(.repeats): String(localized: "passcode.refused.repeats", bundle: .module)
        case .pattern(.run): String(localized: "passcode.refused.run", bundle: .module)
        case .pattern(.keypad): String(localized: "passcode.refused.keypad", bundle: .module)
        case .pattern(.date): String(localized: "passcode.refused.date", bundle: .module)
        case .pattern(.year): String(localized: "passcode.refused.year", bundle: .module)
        case .pattern: String(localized: "passcode.refused.other", bundle: .module)
        }
    }
}
