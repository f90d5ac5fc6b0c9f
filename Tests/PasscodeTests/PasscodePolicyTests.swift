// SPDX-License-Identifier: MIT
import Passcode
import Testing

@Suite struct PasscodePolicyTests {
    private func refusal(_ text: String, _ kind: PasscodeKind) -> PasscodePolicy.Refusal? {
        Secret.withUTF8(text) { PasscodePolicy().refusal(of: $0, kind: kind) }
    }

    @Test func lengthAndCharactersAreThoseOfTheKind() {
        for kind in PasscodeKind.allCases {
            #expect(refusal("", kind) == .tooShort)
            #expect(refusal("83a", kind) == (kind.isNumeric ? .wrongCharacters : .tooShort))
            #expect(refusal(String(repeating: "8352", count: 20), kind) == .tooLong)
        }
    }

    @Test func repeatsAndRunsAreRefused() {
        for code in ["0000", "7777"] { #expect(refusal(code, .fourDigits) == .repeats) }
        for code in ["1234", "4321", "0246", "7890", "9630", "8901"] {
            #expect(refusal(code, .fourDigits) == .run)
        }
        #expect(refusal("333333333", .numeric) == .repeats && refusal("123456789", .numeric) == .run)
    }
}
