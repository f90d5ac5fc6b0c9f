// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Testing

@testable import Passcode

@Suite struct PasscodePolicyTests {
    private func refusal(
        _ text: String, _ kind: PasscodeKind, _ parameters: PasscodePolicy.Parameters = .init()
    ) -> PasscodePolicy.Refusal? {
        Secret.withUTF8(text) { PasscodePolicy(parameters).refusal(of: $0, kind: kind) }
    }

    // MARK: Length and characters

    @Test("The kind determines length and characters") func lengthAndCharactersAreThoseOfTheKind() {
        for kind in PasscodeKind.allCases {
            #expect(refusal("", kind) == .tooShort)
            #expect(refusal("83a", kind) == (kind.isNumeric ? .wrongCharacters : .tooShort))
            #expect(refusal(String(repeating: "8352", count: 20), kind) == .tooLong)
        }
        #expect(refusal("5840", .numeric, .init(minimumLength: 6)) == .tooShort)
        #expect(refusal("584093", .numeric, .init(minimumLength: 6)) == nil)
    }

    // MARK: Digits

    @Test(
        "Codes that follow a pattern are rejected",
        arguments: [
            (PINPattern.repeats, ["0000", "1111", "7777", "000000", "99999", "33333333"]),
            (.run, ["1234", "4321", "2468", "9876", "7890", "8901", "123456", "654321", "87654321", "0123456789"]),
            (.doubled, ["1212", "6767", "123123", "471471", "272727", "48214821"]),
            (.mirrored, ["1221", "123321", "456654", "1234321"]),
            (.groups, ["1122", "5566", "112233", "777888", "445566"]),
            (.counting, ["1011", "2021", "282930", "454647"]),
            (.halves, ["123789", "789456", "222777"]),
            (.keypad, ["1397", "2684", "1254", "147896", "123654789"]),
            (.date, ["2512", "1402", "0407", "1231", "251290", "122590", "140277", "25121990", "071985"]),
            (.year, ["1985", "1999", "2000", "1968"]),
            (.word, ["5683", "2229", "786637", "72779673"]),
            (.wellKnown, ["3141", "314159", "6969", "112358", "31415926"]),
            (.nearlySimple, ["1235", "1230", "0001", "1112", "123455", "123450", "111112"]),
        ])
    func whatAPatternMakesIsRefusedForIt(pattern: PINPattern, codes: [String]) {
        for code in codes {
            let kind: PasscodeKind = code.count == 4 ? .fourDigits : code.count == 6 ? .sixDigits : .numeric
            let refusal = refusal(code, kind)
            // Patterns overlap: 1231 is December 31 and nearly a run.
            guard case .pattern(let named) = refusal else {
                Issue.record("\(code) is taken")
                continue
            }
            let pin = Secret.withUTF8(code) { PIN(ascii: $0)! }
            #expect(pattern.likelihood(of: pin) > 0 && named.likelihood(of: pin) > 0, "\(code) for \(named)")
        }
    }

    @Test("Codes without a pattern are accepted") func pinsWithoutAPatternAreAccepted() {
        for code in ["5840", "7306", "9053", "4617"] { #expect(refusal(code, .fourDigits) == nil) }
        for code in ["584093", "836052", "905714"] { #expect(refusal(code, .sixDigits) == nil) }
        for code in ["58409", "8360529", "90571483", "584093617205"] { #expect(refusal(code, .numeric) == nil) }
    }

    private static func likelihoods(_ count: Int, every stride: UInt64) -> [Double] {
        let model = PINGuessModel()
        let space = (0..<count).reduce(1 as UInt64) { space, _ in space * 10 }
        return Swift.stride(from: 0, to: space, by: Int(stride)).map {
            model.likelihood(of: PIN($0, count: count))
        }
    }

    @Test("The exact share of four-digit codes is rejected") func exactShareOfFourDigitPINsIsRejected() throws {
        let all = Self.likelihoods(4, every: 1)
        for percent in 1...20 {
            let limit = try #require(RefusedShare.limit(percent: percent, count: 4))
            #expect(all.count { $0 > limit } == 100 * percent)
        }
    }

    /// One PIN in 7 and one in 43 is checked. These strides divide neither 10 nor a row of nines, so that no pattern is
    /// overrepresented.
    @Test("The share of five-digit and six-digit codes is rejected", arguments: [(5, 7 as UInt64), (6, 43)])
    func shareOfFiveAndSixDigitPINsIsRejected(count: Int, stride: UInt64)
        throws
    {
        let some = Self.likelihoods(count, every: stride)
        for percent in [1, 5, 10, 20] {
            let limit = try #require(RefusedShare.limit(percent: percent, count: count))
            let share = Double(some.count { $0 > limit }) / Double(some.count) * 100
            #expect(abs(share - Double(percent)) < 0.35, "\(share) % instead of \(percent) %")
        }
    }

    @Test("A greater refused share lowers the limit") func aGreaterShareRefusesMoreAndNothingLess() {
        for count in [4, 5, 6, 8] {
            for percent in 2...20 {
                let less = RefusedShare.limit(percent: percent - 1, count: count) ?? 0
                let more = RefusedShare.limit(percent: percent, count: count) ?? 0
                #expect(more < less)
            }
            #expect(RefusedShare.limit(percent: 99, count: count) == RefusedShare.limit(percent: 20, count: count))
        }
        for code in ["0000", "1234"] { #expect(refusal(code, .fourDigits, .init(refusedPercent: 0)) == nil) }
    }

    /// The model is calibrated to these figures: Markert et al., S&P 2020, for four digits without a blocklist.
    @Test("The model has the published shares") func withoutAPolicyTheModelHasThePublishedShares() {
        let all = Self.likelihoods(4, every: 1).sorted(by: >)
        let sum = all.reduce(0, +)
        #expect(abs(sum - 1) < 0.05)
        #expect(abs(all[0] / sum - 0.107) < 0.001)
        #expect(abs(all[..<10].reduce(0, +) / sum - 0.233) < 0.002)
        #expect(PINGuessModel().likelihood(of: PIN(1234, count: 4)) == all[0])
    }

    @Test("Every pattern gives a probability", arguments: 1...50 as ClosedRange<UInt64>)
    func everyHabitIsADistribution(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let count = Int.random(in: 4...12, using: &random)
        for _ in 0..<20 {
            let pin = PIN(random.next(), count: count)
            for pattern in PINPattern.allCases {
                let likelihood = pattern.likelihood(of: pin)
                #expect(likelihood >= 0 && likelihood <= 1, "\(pattern) of \(pin)")
            }
        }
    }

    // MARK: Text

    @Test("Guessable text is rejected") func easyTextIsRefused() {
        for (text, reason) in [
            ("aaaa", PasscodePolicy.Refusal.pattern(.repeats)), ("\u{E9}\u{E9}\u{E9}\u{E9}", .pattern(.repeats)),
            ("😀😀😀😀😀", .pattern(.repeats)), ("abcdef", .pattern(.run)), ("Zyxw", .pattern(.run)),
            ("абвг", .pattern(.run)),
            ("abab", .pattern(.doubled)), ("Passpass", .pattern(.doubled)), ("aaab", .fewDifferent),
            ("abaabb", .fewDifferent),
            ("qwerty", .keyboardRow), ("ytrewq", .keyboardRow), ("asdfgh", .keyboardRow), ("QWERTZ", .keyboardRow),
            ("azertyuiop", .keyboardRow), ("1qaz", .keyboardRow), ("Password", .word), ("p4ssw0rd", .word),
            ("P@$$w0rd!", .word), ("letmein", .word), ("iloveyou", .word), ("dragon99", .word), ("  secret", .word),
            ("passwort2024", .word), ("Sommer", nil), ("1234", .pattern(.run)), ("251290", .pattern(.date)),
        ] as [(String, PasscodePolicy.Refusal?)] {
            #expect(refusal(text, .alphanumeric) == reason, "\(text)")
        }
    }

    @Test("Other text is accepted") func otherTextIsAccepted() {
        for text in [
            "tin otter", "kv8Q", "grün&7", "Schloß Nr. 9", "मेरा घर", "correct horse battery", "love of my otter",
        ] {
            #expect(refusal(text.precomposedStringWithCanonicalMapping, .alphanumeric) == nil, "\(text)")
        }
    }

    @Test("Words of the app are rejected") func theAppsOwnWordsAreRefused() {
        let parameters = PasscodePolicy.Parameters(words: [Array("inklock".utf8), Array("müller".utf8)])
        for text in ["InkLock", "1nkl0ck!", "inklock7", "müller1"] {
            #expect(refusal(text, .alphanumeric, parameters) == .word)
            #expect(refusal(text, .alphanumeric) == nil)
        }
    }

    @Test("Words with digits are rejected as they are") func wordsWithDigitsAreRefused() {
        let parameters = PasscodePolicy.Parameters(words: [Array("anna1990".utf8), Array("area51".utf8)])
        for text in ["anna1990", "Anna1990!", "ANNA1990", "area51", "area51."] {
            #expect(refusal(text, .alphanumeric, parameters) == .word, "\(text)")
            #expect(refusal(text, .alphanumeric) == nil, "\(text)")
        }
        #expect(refusal("my1234", .alphanumeric) == .word)
    }

    @Test("Without a share of digits that is refused, the rules for text hold")
    func theShareOfDigitsLeavesTheRulesForText() {
        let parameters = PasscodePolicy.Parameters(refusedPercent: 0, words: [Array("inklock".utf8)])
        #expect(refusal("inklock", .alphanumeric, parameters) == .word)
        #expect(refusal("aaab", .alphanumeric, parameters) == .fewDifferent)
        #expect(refusal("1234", .alphanumeric, parameters) == nil)
        #expect(refusal("1234", .fourDigits, parameters) == nil)
    }

    @Test("Any bytes are safe", arguments: 1...200 as ClosedRange<UInt64>) func anyBytesAreSafe(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        for kind in PasscodeKind.allCases {
            let refusal = bytes.withUnsafeBufferPointer { PasscodePolicy().refusal(of: $0, kind: kind) }
            if refusal == nil { #expect(String(validating: bytes, as: UTF8.self) != nil && kind == .alphanumeric) }
        }
    }
}
