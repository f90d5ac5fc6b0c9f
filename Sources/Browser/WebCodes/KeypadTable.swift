// SPDX-License-Identifier: MIT
import Passcode

/// The places in the numbers of a keypad's layout, for the scripts.
enum KeypadTable {
    static let part = CodePart.object(
        "keypadNumbers", "Places and lengths in Swift's `KeypadNumbers`.",
        (KeypadNumbers.Size.allCases.map { ("\($0)", $0.rawValue) }
            + KeypadNumbers.Frame.allCases.map { ("\($0)", $0.place) }
            + [
                ("markCount", KeypadNumbers.markCount), ("keyCount", KeypadNumbers.keyCount),
                ("marks", KeypadNumbers.marks), ("perFrame", KeypadNumbers.perFrame), ("perKey", KeypadNumbers.perKey),
            ]).map { (key: $0, value: .number(Double($1))) })
}
