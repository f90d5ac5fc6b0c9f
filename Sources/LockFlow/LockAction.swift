// SPDX-License-Identifier: MIT

/// What a host has to do after an event, in this order.
public enum LockAction: Hashable, Sendable {
    /// Hide a window's content before anybody sees it again.
    case cover(WindowID)
    /// Show a window's content.
    case uncover(WindowID)
    /// Close keyboards, menus and anything else that floats above a window.
    case endEditing(WindowID)
    /// Overwrite the key.
    case dropKey
    /// Let the system ask.
    case prompt(UnlockAttempt)
    /// Take back a prompt that is still up.
    case cancelPrompt(UnlockAttempt)
    /// Show the app's own screen for a method on the cover.
    case present(UnlockMethod)
    /// Try what was typed or drawn on the vault.
    case verify(UnlockAttempt)
    /// Hand over what was held back: deep links, notifications.
    case deliver(HeldLink)
}

/// A window or scene, as numbered by the host.
public struct WindowID: Hashable, Sendable, RawRepresentable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A link that came while nothing may be shown; the host keeps what it says.
public struct HeldLink: Hashable, Sendable, RawRepresentable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}
