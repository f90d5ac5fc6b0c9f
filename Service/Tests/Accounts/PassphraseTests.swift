// SPDX-License-Identifier: MIT
import CServiceFiles
import Foundation
import InkTestSupport
import Passcode
import Testing

@testable import InkLockService

/// Tests which passcodes the service takes, and which of them open new devices.
@Suite struct PassphraseTests {
    private static func check(
        _ text: String, name: String = "quokkazebra", kind: PasscodeKind = .alphanumeric
    ) -> String {
        guard let name = AccountName(name), let text = TypedPasscode(text) else { return "malformed" }
        do throws(AccountError) {
            let method = try NewMethod.checked(passcode: text, kind: kind, of: name)
            guard case .passcode(_, _, let isPassphrase) = method else { return "no passcode" }
            return isPassphrase ? "passphrase" : "short"
        } catch {
            return APIError(error).code.name
        }
    }

    @Test(
        "Uncommon texts of at least 15 characters are passphrases",
        arguments: [
            "salzige wolken 7 treppen", "correct horse battery staple", "xkqv zwpf jtmd", "naïve façade über alles",
            "八千代に細石の巌となりて苔のむすまで", "vK3#pQ9zLw7!mR2x", "58203917460358174",
        ])
    func passphrasesAreTaken(text: String) {
        #expect(Self.check(text) == (text.unicodeScalars.count >= 15 ? "passphrase" : "short"))
    }

    @Test(
        "Long texts made of common passwords are refused",
        arguments: [
            // Common passwords, repetitions, sequences and rows of keys, alone and one after the other.
            "passwordpassword", "password12345678", "Pa$$w0rdPa$$w0rd", "aaaaaaaaaaaaaaaa", "abcabcabcabcabcabc",
            "123456789012345", "qwertyuiopasdfgh", "1qaz2wsx3edc4rfv", "iloveyouiloveyou", "dragonmonkeyshadow",
            "abcdefghijklmnop", "zyxwvutsrqponmlk", "letmein letmein letmein", "michelle michelle 1",
            "superman1 superman2", "football123456789", "sunshine!!!!!!!!", "qwerty qwerty qwerty",
            "111111222222333333",
            "PASSWORD_PASSWORD", "monkeymonkey12345", "asdfghjklasdfghjkl", "trustno1trustno1",
            // Three common words.
            "quartz lantern meadow", "quartz lantern m",
        ])
    func longButCommonIsNotTaken(text: String) {
        #expect(Self.check(text) == "passcode-common")
    }

    @Test(
        "Common passwords are refused",
        arguments: [
            "abc123", "q1w2e3r4", "1q2w3e4r", "zaq12wsx", "shadow", "michelle", "rockyou", "P@ssw0rd", "Dr@g0n99",
            "monkey!",
            "!!letmein", "Football1", "iloveyou2", "batman2024", "MASTER", "tigger.", "charlie_1", "q1w2e3r4t5",
            "abcd1234",
            "trustno1", "superman12", "baseball!", "computer1", "hunter2", "ｐａｓｓｗｏｒｄ", "pässwörd", "ｑｗｅｒｔｙ", "ﬂower",
        ])
    func commonPasswordsAreNotTaken(text: String) {
        #expect(["passcode-common", "passcode-too-short"].contains(Self.check(text)), "\(Self.check(text))")
    }

    @Test(
        "Passcodes derived from the account name or the app are refused",
        arguments: [
            ("quokkazebra", "quokkazebra"), ("quokkazebra", "Quokk4zebr4!"), ("quokkazebra", "inklock"),
            ("quokkazebra", "InkLock2024"), ("quokkazebra", "quokkazebraquokkazebra"),
            ("Ada Lovelace", "adalovelace1815"),
            ("Ada Lovelace", "lovelace.ada"), ("ada@example.org", "ada@example.org1"),
            ("quokkazebra", "1nkl0ck inkl0ck 99"), ("58193627", "58193627"), ("+49 151 58193627", "193627"),
            ("+49 151 58193627", "5158193627"), ("0151-5819-3627", "581936"), ("58193627", "72639185"),
            ("ada.19870412", "870412"), ("581936", "581936"), ("581936", "58193600"), ("581936", "00581936"),
            ("\u{665}\u{668}\u{661}\u{669}\u{663}\u{666}", "581936"), ("ada 581", "581581"), ("ada 5819", "58195819"),
            // The name in other spellings: widths, accents, letters without a decomposition, transliterations.
            ("ＴａｎａｋａＨａｎａｋｏ1985", "ＴａｎａｋａＨａｎａｋｏ1985"), ("ＱＵＯＫＫＡＺＥＢＲＡＬＯＮＧ", "ＱＵＯＫＫＡＺＥＢＲＡＬＯＮＧ"),
            ("quokkazebralongname", "ｑｕｏｋｋａｚｅｂｒａｌｏｎｇｎａｍｅ"), ("quokkazebra", "ｑｕｏｋｋａｚｅｂｒａ"),
            ("Jürgen Großmann", "juergengrossmann"), ("Jürgen Großmann", "jurgen grossmann"),
            ("Juergen Grossmann", "Jürgen Großmann!"), ("Łukasz Świątek-Nowak", "lukaszswiateknowak"),
            ("José María García", "josemariagarcia"), ("Søren Ærøskøbing", "sorenaeroskobing"),
            ("Søren Ærøskøbing", "soerenaeroeskoebing"), ("Đorđe Đokovićević", "dordedokovicevic"),
            ("quokkazebra", "q\u{308}u\u{301}o\u{323}kkaze\u{302}bra"), ("58193627", "⁵⁸¹⁹³⁶"),
        ])
    func namesAreNotTaken(name: String, text: String) {
        var kinds: [PasscodeKind] = [.alphanumeric]
        if text.allSatisfy(\.isASCII) && text.allSatisfy(\.isNumber) {
            kinds += text.count == 6 ? [.sixDigits, .numeric] : [.numeric]
        }
        for kind in kinds {
            let answer = Self.check(text, name: name, kind: kind)
            #expect(["passcode-contains-name", "passcode-common"].contains(answer), "\(kind): \(answer)")
        }
    }

    /// Digits that have little to do with the name are taken.
    @Test(
        "Digits with little in common with the name are accepted",
        arguments: [
            ("quokkazebra", "581936"), ("ada 12", "581264"), ("ada.19870412", "407152"), ("+49 151 58193627", "407152"),
            ("581936", "581940627318"),
        ])
    func otherDigitsAreTaken(name: String, text: String) {
        #expect(Self.check(text, name: name, kind: text.count == 6 ? .sixDigits : .numeric) == "short")
    }

    @Test("A passphrase may contain the account name") func partsOfNamesDoNotSpoilPassphrases() {
        #expect(Self.check("ada walks along the cold river", name: "ada") == "passphrase")
        #expect(Self.check("the quokkazebra ate 40 oranges", name: "quokkazebra") == "passphrase")
    }

    /// Marks of other scripts are letters, not accents.
    @Test(
        "Passphrases of other scripts are accepted",
        arguments: ["ช้างสีเขียวกินส้มเย็น", "हाथी नीली चाय पीता है", "גמל ירוק שותה תה קר", "파란 코끼리가 초록 차를 마신다", "がらすのぞうがおちゃをのむよる"])
    func otherScriptsAreTaken(text: String) {
        #expect(Self.check(text) == "passphrase")
    }

    /// Random texts are hardly ever taken for common ones.
    @Test("Random texts are almost never refused") func randomTextIsTaken() {
        var generator = SplitMix64(seed: 20_260_101)
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        for count in [8, 15, 20] {
            let refused = (0..<500).count { _ in
                let text = String((0..<count).map { _ in letters.randomElement(using: &generator)! })
                return !["short", "passphrase"].contains(Self.check(text))
            }
            #expect(refused <= 5, "\(refused) of 500 of \(count)")
        }
    }

    /// The filter is the one that the script makes, and holds what it says.
    @Test("The filter contains common passwords and little else") func filterHoldsCommonPasswordsAndLittleElse() {
        for word in ["password", "qwerty", "dragon", "monkey", "michelle", "letmein", "horse"] {
            #expect(CommonPasswords.contains(FoldedText.string(FoldedText(word).letters)), "\(word)")
        }
        var mistakes = 0
        for number in 0..<20_000 where CommonPasswords.contains("xj\(number)vqzk\(number * 7)") { mistakes += 1 }
        #expect(mistakes < 12, "\(mistakes) of 20,000")
        #expect(inklock_common_passwords().count == 24_000)
    }

    @Test("Equivalent spaces and Unicode forms give the same passcode") func spacesAndCompositionAreOneForm() throws {
        let plain = try #require(TypedPasscode("caf\u{E9} au lait"))
        #expect(TypedPasscode("cafe\u{301}\u{A0}au\u{3000}lait") == plain)
        #expect(TypedPasscode("caf\u{E9}\tau lait") != plain)
        #expect(TypedPasscode(String(repeating: "a", count: 1025)) == nil)
        #expect(TypedPasscode("")?.count == 0)
    }

    @Test(
        "The strength of repetitive texts is positive",
        arguments: ["aaaaaaaaaaaaaaa", "x", "zzzzzzzzzzzzzzzzzzzzz", String(repeating: "ab", count: 32)])
    func measuringIsQuickAndPositive(text: String) throws {
        let rule = PassphraseRule(try #require(AccountName("ada")))
        #expect(rule.bits(of: FoldedText(text)) > 0)
    }

    /// Compatibility forms of one character may have eighteen.
    @Test(
        "The longest texts and names are judged quickly",
        arguments: ["\u{FDFA}", "\u{1F80}", "e\u{301}", "ａ", "ß", "ab"], ["\u{FDFA}", "ü", "ｂ."])
    func judgingIsQuick(text: String, name: String) {
        func long(_ text: String) -> String { String(repeating: text, count: 64 / text.unicodeScalars.count) }
        let seconds = RequestCostTests.seconds { _ = Self.check(long(text), name: long(name)) }
        #expect(seconds < 0.4, "\(seconds) s")
    }
}
