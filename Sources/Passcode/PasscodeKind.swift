// SPDX-License-Identifier: MIT

/// What a passcode consists of and how long it may be. It is stored beside the passcode's key slot, never guessed from
/// what was typed.
///
/// A passcode's characters are the Unicode scalar values of its normalised text; docs/SPEC.md says what that means.
public enum PasscodeKind: UInt8, CaseIterable, Hashable, Sendable {
    /// Four digits.
    case fourDigits = 1
    /// Six digits.
    case sixDigits = 2
    /// Four to twelve digits.
    case numeric = 3
    /// Four to 64 characters of any script.
    case alphanumeric = 4

    /// How many characters a passcode of this kind may have.
    public var lengths: ClosedRange<Int> {
        switch self {
        case .fourDigits: 4...4
        case .sixDigits: 6...6
        case .numeric: 4...12
        case .alphanumeric: 4...64
        }
    }

    /// Whether only digits count: the keypad's kinds. Digits of every script are the ASCII digits of their value.
    public var isNumeric: Bool { self != .alphanumeric }

    /// Whether the last character submits the passcode, because there can be no further one.
    public var submitsItself: Bool { lengths.lowerBound == lengths.upperBound }

    /// The bytes that the longest passcode of this kind takes in UTF-8.
    var byteLimit: Int { lengths.upperBound * (isNumeric ? 1 : 4) }
}
