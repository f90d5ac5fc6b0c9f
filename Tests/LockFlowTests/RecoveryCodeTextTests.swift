// SPDX-License-Identifier: MIT
import Testing

@testable import LockFlow

@Suite struct RecoveryCodeTextTests {
    /// The core has no tables of Unicode, so its lists of what is passed over are compared with them.
    @Test("Exactly white space and dashes are passed over") func whiteSpaceAndDashesArePassedOver() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isExpected =
                scalar.properties.isWhitespace || scalar.properties.generalCategory == .dashPunctuation
            #expect(RecoveryCodeText.isPassedOver(scalar) == isExpected, "U+\(String(value, radix: 16))")
        }
    }

    @Test("A text is judged while it is typed") func textIsJudgedWhileItIsTyped() throws {
        var text = RecoveryCodeText()
        for scalar in "0000-0000-0000-0000-0000-0000-14".unicodeScalars { _ = try text.read(scalar) }
        #expect(!text.isComplete)
        for wrong in "0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=".unicodeScalars {
            var mistyped = text
            #expect(throws: RecoveryCodeError.check) { try mistyped.read(wrong) }
        }
        _ = try text.read("u")
        #expect(text.isComplete)
        _ = try text.read("\u{2013}")
        #expect(throws: RecoveryCodeError.length) { try text.read("0") }
        var begun = RecoveryCodeText()
        #expect(throws: RecoveryCodeError.character) { try begun.read("8") }
        #expect(throws: RecoveryCodeError.character) { try begun.read("é") }
    }
}
