// SPDX-License-Identifier: MIT

/// The kind of a passcode: its characters and its length. The kind is stored with the passcode's key slot, never
/// derived from what the user types.
///
/// The characters of a passcode are the Unicode scalar values of its normalised text; docs/SPEC.md specifies this.
public enum PasscodeKind: UInt8, CaseIterable, Hashable, Sendable {
    /// Four digits.
    case fourDigits = 1
    /// Six digits.
    case sixDigits = 2
    /// Four to twelve digits.
    case numeric = 3
    /// Four to 64 characters of any script.
    case alphanumeric = 4

    /// The allowed numbers of characters.
    public var lengths: ClosedRange<Int> {
        switch self {
        case .fourDigits: 4...4
        case .sixDigits: 6...6
        case .numeric: 4...12
        case .alphanumeric: 4...64
        }
    }

    /// A Boolean value that indicates whether the passcode consists of digits from a keypad. Digits of every script
    /// count as the ASCII digit of the same value.
    public var isNumeric: Bool { self != .alphanumeric }

    /// A Boolean value that indicates whether the last character submits the passcode, because its length is fixed.
    public var submitsItself: Bool { lengths.lowerBound == lengths.upperBound }

    /// The length in UTF-8 bytes of the longest passcode of this kind.
    var byteLimit: Int { lengths.upperBound * (isNumeric ? 1 : 4) }
}
