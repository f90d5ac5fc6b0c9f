// SPDX-License-Identifier: MIT
import Passcode

/// The kinds of passcodes and the animations of their screen, for the scripts.
enum PasscodeTables {
    static let parts = [
        CodePart.objects("passcodeRules", "The lengths and the input of Swift's `PasscodeKind`.", PasscodeKind.self) {
            [
                ("least", .number(Double($0.lengths.lowerBound))), ("most", .number(Double($0.lengths.upperBound))),
                ("isNumeric", .flag($0.isNumeric)), ("submitsItself", .flag($0.submitsItself)),
            ]
        },
        motion("standardMotion", "The animations of Swift's `PasscodeMotion.standard`.", .standard),
        motion("reducedMotion", "The animations of Swift's `PasscodeMotion.reduced`.", .reduced),
    ]

    private static func motion(_ name: String, _ comment: String, _ motion: PasscodeMotion) -> CodePart {
        CodePart.object(
            name, comment,
            [
                ("screenSeconds", .number(motion.screenSeconds)), ("leavingScale", .number(motion.leavingScale)),
                ("stateSeconds", .number(motion.stateSeconds)), ("shakeSeconds", .number(motion.shakeSeconds)),
                ("buzzSeconds", .numbers(motion.buzzSeconds)),
            ])
    }
}
