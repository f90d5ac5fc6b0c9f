// SPDX-License-Identifier: MIT

/// How people come by the digits of a passcode.
public enum ChoiceHabit: UInt8, CaseIterable, Hashable, Sendable {
    /// One digit over and over: 7777.
    case repeats
    /// Digits in equal steps: 1234, 9630, 8901.
    case run
    /// A block and the same again: 1212, 482482.
    case doubled
    /// Forwards and back: 1221, 123321.
    case mirrored
    /// Each digit twice, or three times: 1122, 777888.
    case groups
    /// Numbers of two digits counted up: 1011, 202122.
    case counting
    /// Two halves that are both simple: 123789.
    case halves
    /// A walk over the keypad: 2580, 1397.
    case keypad
    /// A day and a month, perhaps with a year.
    case date
    /// A year.
    case year
    /// A word, by the letters under the keys: 5683 is LOVE.
    case word
    /// A number that many people know: 3141.
    case wellKnown
    /// All but one digit of a run, or of one digit over and over: 1235.
    case nearly
    /// What people take for chance: favourite digits, neighbours, few doubles.
    case fancy
    /// Chance.
    case chance
}
