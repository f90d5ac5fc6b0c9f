// SPDX-License-Identifier: MIT

/// A key of a keyboard, as far as a passcode is concerned.
public enum HardwareKey: Hashable, Sendable {
    /// A key or a combination of keys that makes one Unicode scalar.
    case character(Unicode.Scalar)
    /// Takes the last character away.
    case backspace
    /// Return or Enter, on the keyboard or its number block.
    case enter
    /// Takes everything away; with nothing to take away, cancels.
    case escape
}
