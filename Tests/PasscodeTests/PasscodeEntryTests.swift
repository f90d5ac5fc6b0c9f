// SPDX-License-Identifier: MIT
import InkTestSupport
import Testing

@testable import Passcode

@Suite struct PasscodeEntryTests {
    private typealias Action = PasscodeEntry.Action

    private static func press(_ digits: String, in entry: inout PasscodeEntry) -> Action {
        var last = Action.none
        for digit in digits { last = entry.press(digit: digit.wholeNumberValue ?? 0) }
        return last
    }

    private static func type(_ text: String, in entry: inout PasscodeEntry) -> Action {
        var last = Action.none
        for scalar in text.unicodeScalars { last = entry.press(.character(scalar)) }
        return last
    }

    private static func paste(_ text: String, in entry: inout PasscodeEntry) -> Action {
        Secret.withUTF8(text) { entry.replaceText(with: $0) }
    }

    @Test(
        "The last digit submits a passcode of fixed length",
        arguments: [(PasscodeKind.fourDigits, "0427"), (.sixDigits, "042713")])
    func theLastDigitSubmitsAPasscodeOfFixedLength(kind: PasscodeKind, code: String) {
        var entry = PasscodeEntry(kind: kind, allowsCancel: true)
        for (index, digit) in code.enumerated() {
            let action = entry.press(digit: digit.wholeNumberValue!)
            #expect(action == (index == code.count - 1 ? .submit : .update))
            #expect(entry.count == index + 1)
        }
        #expect(entry.isSubmitted == true)
        #expect(Secret.text(entry.takePasscode()) == code)
        #expect(entry.count == code.count, "the marks stay while the passcode is checked")
        #expect(Secret.text(entry.takePasscode()) == "", "it can be taken only once")
    }

    @Test("An entry that is empty or too short is never submitted", arguments: PasscodeKind.allCases)
    func emptyAndTooShortNeverSubmit(kind: PasscodeKind) {
        var entry = PasscodeEntry(kind: kind, allowsCancel: true)
        for _ in 0..<kind.lengths.lowerBound {
            #expect(entry.canSubmit == false)
            #expect(entry.submit() == .refuse(.tooShort))
            #expect(entry.press(.enter) == .refuse(.tooShort))
            #expect(Secret.text(entry.takePasscode()) == "")
            _ = entry.press(digit: 7)
        }
        let isComplete = kind.submitsItself ? entry.isSubmitted : entry.submit() == .submit
        #expect(isComplete)
    }

    @Test("A full entry rejects more characters", arguments: [PasscodeKind.numeric, .alphanumeric])
    func aFullEntryTakesNoMore(kind: PasscodeKind) {
        var entry = PasscodeEntry(kind: kind, allowsCancel: true)
        for _ in 0..<kind.lengths.upperBound { #expect(entry.press(digit: 5) == .update) }
        #expect(entry.press(digit: 5) == .refuse(.tooLong))
        #expect(entry.count == kind.lengths.upperBound)
    }

    @Test("Cancel becomes Delete after the first digit") func cancelBecomesDeleteOnceSomethingIsTyped() {
        var entry = PasscodeEntry(kind: .sixDigits, allowsCancel: true)
        #expect(entry.corner == .cancel)
        _ = Self.press("12", in: &entry)
        #expect(entry.corner == .delete)
        #expect(entry.pressCorner() == .update && entry.count == 1)
        #expect(entry.pressCorner() == .update && entry.corner == .cancel)
        #expect(entry.pressCorner() == .cancel)
    }

    @Test("A mandatory entry cannot be cancelled") func aLockThatMustBePassedCannotBeCancelled() {
        var entry = PasscodeEntry(kind: .fourDigits, allowsCancel: false)
        #expect(entry.corner == .hidden && entry.pressCorner() == .none)
        #expect(entry.cancel() == .none && entry.press(.escape) == .none)
        _ = Self.press("12", in: &entry)
        #expect(entry.corner == .delete)
        #expect(entry.press(.escape) == .update && entry.count == 0)
    }

    @Test("Hardware keys act like the keypad") func hardwareKeysDoWhatThePadDoes() {
        var entry = PasscodeEntry(kind: .numeric, allowsCancel: true)
        #expect(Self.type("12a", in: &entry) == .refuse(.notADigit))
        #expect(entry.count == 2)
        #expect(entry.press(.backspace) == .update && entry.count == 1)
        _ = Self.type("987", in: &entry)
        #expect(entry.press(.enter) == .submit)
        #expect(Secret.text(entry.takePasscode()) == "1987")
    }

    @Test("Escape first clears and then cancels") func escapeEmptiesAndThenCancels() {
        var entry = PasscodeEntry(kind: .alphanumeric, allowsCancel: true)
        _ = Self.type("abc", in: &entry)
        #expect(entry.press(.escape) == .update && entry.count == 0)
        #expect(entry.press(.escape) == .cancel)
    }

    @Test(
        "Digits of any script count as keypad digits",
        arguments: ["٠٤٢٧", "۰۴۲۷", "०४२७", "０４２７", "๐๔๒๗", "𝟎𝟒𝟐𝟕", "߀߄߂߇"])
    func digitsOfAnyScriptCountAsKeypadDigits(written: String) {
        var typed = PasscodeEntry(kind: .fourDigits, allowsCancel: false)
        #expect(Self.type(written, in: &typed) == .submit)
        #expect(Secret.text(typed.takePasscode()) == "0427")
        var pasted = PasscodeEntry(kind: .fourDigits, allowsCancel: false)
        #expect(Self.paste(written, in: &pasted) == .submit)
        #expect(Secret.text(pasted.takePasscode()) == "0427")
        var text = PasscodeEntry(kind: .alphanumeric, allowsCancel: false)
        #expect(Self.paste(written, in: &text) == .update && text.submit() == .submit)
        #expect(Secret.text(text.takePasscode()) == written, "in text, every character is preserved")
    }

    @Test("Pasting replaces the entry") func aPasteTakesThePlaceOfWhatWasEntered() {
        var entry = PasscodeEntry(kind: .sixDigits, allowsCancel: true)
        _ = Self.press("99", in: &entry)
        #expect(Self.paste(" 042-713\n", in: &entry) == .submit)
        #expect(Secret.text(entry.takePasscode()) == "042713")
    }

    @Test(
        "Invisible marks that are copied along with digits are skipped",
        arguments: ["\u{FEFF}042713", "\u{61C}042713", "\u{200F}042713", "\u{2066}042713\u{2069}"]
            + (0x202A...0x202E).map { "\(Unicode.Scalar($0)!)042713\u{202C}" })
    func invisibleMarksAreSkipped(written: String) {
        var entry = PasscodeEntry(kind: .sixDigits, allowsCancel: true)
        #expect(Self.paste(written, in: &entry) == .submit)
        #expect(Secret.text(entry.takePasscode()) == "042713")
    }

    @Test("An invalid paste changes nothing") func aPasteThatDoesNotFitChangesNothing() {
        var entry = PasscodeEntry(kind: .numeric, allowsCancel: true)
        _ = Self.press("99", in: &entry)
        #expect(Self.paste("1234567890123", in: &entry) == .refuse(.tooLong))
        #expect(Self.paste("12 O4", in: &entry) == .refuse(.notADigit))
        let broken: [[UInt8]] = [[0x31, 0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]]
        for bytes in broken {
            #expect(bytes.withUnsafeBufferPointer { entry.replaceText(with: $0) } == .refuse(.notACharacter))
        }
        #expect(entry.count == 2 && entry.copyText().withBytes(Array.init) == Array("99".utf8))
    }

    @Test("Text keeps its spaces and rejects control characters") func textKeepsEveryBlankAndRefusesWhatIsNotText() {
        var entry = PasscodeEntry(kind: .alphanumeric, allowsCancel: true)
        for control in ["a\nbcd", "\u{0}abcd", "ab\u{85}cd", "abc\u{2028}d", "abcd\u{FFFE}", "\u{7F}abcd"] {
            #expect(Self.paste(control, in: &entry) == .refuse(.notACharacter))
        }
        #expect(Self.paste(" a b ", in: &entry) == .update && entry.submit() == .submit)
        #expect(Secret.text(entry.takePasscode()) == " a b ")
    }

    @Test("The host normalises text with combining characters") func textPutTogetherFromKeysIsNormalisedByTheHost() {
        var entry = PasscodeEntry(kind: .alphanumeric, allowsCancel: true)
        #expect(Self.type("cafe\u{301}", in: &entry) == .update && entry.count == 5)
        #expect(entry.submit() == .normalise && entry.isSubmitted == false)
        #expect(entry.copyText().withBytes(Array.init) == Array("cafe\u{301}".utf8))
        #expect(Self.paste("caf\u{E9}", in: &entry) == .update && entry.count == 4)
        #expect(entry.submit() == .submit)
        #expect(Secret.text(entry.takePasscode()) == "caf\u{E9}")
    }

    @Test("Deleting removes a whole character") func deletingTakesAWholeCharacterAway() {
        var entry = PasscodeEntry(kind: .alphanumeric, allowsCancel: true)
        _ = Self.paste("aé€😀", in: &entry)
        for rest in ["aé€", "aé", "a", ""] {
            #expect(entry.delete() == .update)
            #expect(
                entry.copyText().withBytes { String(decoding: $0, as: UTF8.self) } == rest && entry.count == rest.count)
        }
        #expect(entry.delete() == .none)
    }

    @Test("Only Cancel changes a submitted entry") func nothingButCancelChangesASubmittedEntry() {
        var entry = PasscodeEntry(kind: .fourDigits, allowsCancel: true)
        _ = Self.press("1234", in: &entry)
        #expect(entry.press(digit: 5) == .none && entry.delete() == .none && entry.submit() == .none)
        #expect(Self.paste("9999", in: &entry) == .none && entry.press(.backspace) == .none)
        #expect(entry.count == 4 && entry.corner == .cancel)
        #expect(entry.press(.escape) == .cancel && entry.count == 0 && entry.isSubmitted == false)
    }

    @Test("Clearing starts a new entry") func clearingOverwritesAndBeginsAgain() {
        var entry = PasscodeEntry(kind: .fourDigits, allowsCancel: true)
        _ = Self.press("1234", in: &entry)
        entry.clear()
        #expect(entry.count == 0 && Secret.text(entry.takePasscode()) == "")
        #expect(Self.press("5678", in: &entry) == .submit)
        #expect(Secret.text(entry.takePasscode()) == "5678")
    }

    /// Compares any sequence of keys with a simple model of the same rules.
    @Test("Random sequences of keys agree with a simple model", arguments: 1...200 as ClosedRange<UInt64>)
    func anySequenceOfKeysAgreesWithAPlainModel(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let kind = PasscodeKind.allCases.randomElement(using: &random)!
        var entry = PasscodeEntry(kind: kind, allowsCancel: Bool.random(using: &random))
        var model = ""
        var isSubmitted = false
        for _ in 0..<60 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                _ = entry.press(.backspace)
                if !isSubmitted { model = String(model.dropLast()) }
            case 1:
                _ = entry.submit()
                isSubmitted = isSubmitted || kind.lengths.contains(model.count)
            case 2:
                entry.clear()
                (model, isSubmitted) = ("", false)
            case 3:
                let closes = entry.cancel() == .cancel
                #expect(closes == entry.allowsCancel)
                if closes { (model, isSubmitted) = ("", false) }
            default:
                let digit = Int.random(in: 0...9, using: &random)
                _ = entry.press(digit: digit)
                if !isSubmitted && model.count < kind.lengths.upperBound { model += String(digit) }
                if kind.submitsItself && model.count == kind.lengths.upperBound { isSubmitted = true }
            }
            #expect(entry.count == model.count && entry.isSubmitted == isSubmitted)
            #expect(entry.copyText().withBytes(Array.init) == Array(model.utf8))
            #expect(entry.canSubmit == (!isSubmitted && kind.lengths.contains(model.count)))
        }
    }
}
