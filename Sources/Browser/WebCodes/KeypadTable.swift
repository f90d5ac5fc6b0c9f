// SPDX-License-Identifier: MIT
import Passcode

/// The numbers of a keypad's order and of its layout, for the scripts.
enum KeypadTable {
    static let parts = [
        CodePart.numbers(
            "keypadOrder", "The random bytes of a scrambled order, Swift's `KeypadOrder`.",
            ["randomByteCount": Double(KeypadOrder.randomByteCount)]),
        CodePart.object("keypadNumbers", "Places and lengths in Swift's `KeypadNumbers`.", places),
    ]

    private static let places: CodePart.Members =
        (KeypadNumbers.Size.allCases.map { ("\($0)", $0.rawValue) }
        + KeypadNumbers.Frame.allCases.map { ("\($0)", $0.place) }
        + [
            ("markCount", KeypadNumbers.markCount), ("keyCount", KeypadNumbers.keyCount),
            ("marks", KeypadNumbers.marks), ("perFrame", KeypadNumbers.perFrame), ("perKey", KeypadNumbers.perKey),
        ]).map { (key: $0, value: .number(Double($1))) }
}
