// SPDX-License-Identifier: MIT

/// A key of a hardware keyboard, as far as it matters for a passcode.
public enum HardwareKey: Hashable, Sendable {
    /// A key or a combination of keys that produces one Unicode scalar.
    case character(Unicode.Scalar)
    /// Deletes the last character.
    case backspace
    /// Return or Enter, on the keyboard or its number block.
    case enter
    /// Deletes all characters, or cancels if there are none.
    case escape
}
