// SPDX-License-Identifier: MIT

/// A habit by which people choose the digits of a passcode.
public enum PINPattern: UInt8, CaseIterable, Hashable, Sendable {
    /// One repeated digit: 7777.
    case repeats
    /// Digits in equal steps: 1234, 9630, 8901.
    case run
    /// A repeated block: 1212, 482482.
    case doubled
    /// A palindrome: 1221, 123321.
    case mirrored
    /// Each digit two or three times: 1122, 777888.
    case groups
    /// Consecutive numbers of two digits: 1011, 202122.
    case counting
    /// Two halves that are simple in themselves: 123789.
    case halves
    /// A path over the keypad: 2580, 1397.
    case keypad
    /// A day and a month, perhaps with a year.
    case date
    /// A year.
    case year
    /// A word by the letters under the keys: 5683 is LOVE.
    case word
    /// A number that many people know: 3141.
    case wellKnown
    /// A run or a repeated digit with one digit changed: 1235.
    case nearlySimple
    /// Digits that are meant to look random: favourite digits, neighbours, few doubles.
    case seeminglyRandom
    /// Random digits.
    case random
}
