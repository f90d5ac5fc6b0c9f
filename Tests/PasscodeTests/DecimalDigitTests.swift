// SPDX-License-Identifier: MIT
import Passcode
import Testing

@Suite struct DecimalDigitTests {
    /// Compares with the standard library's tables for every scalar. Those may implement an older Unicode version that
    /// lacks a script.
    @Test("Exactly the digits of every script have a value") func everyScriptsDigitsHaveTheirValueAndNothingElseHas() {
        var known = 0
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let ours = DecimalDigit.value(of: value)
            switch scalar.properties.generalCategory {
            case .decimalNumber:
                known += 1
                #expect(ours.map(Double.init) == scalar.properties.numericValue, "U+\(String(value, radix: 16))")
            case .unassigned: break
            default: #expect(ours == nil, "U+\(String(value, radix: 16))")
            }
        }
        #expect(known >= 650, "the standard library knows too few digits for this check")
    }
}
