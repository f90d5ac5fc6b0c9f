// SPDX-License-Identifier: MIT

/// An action that the host performs after an event. The host performs the actions of an event in order.
public enum LockAction: Hashable, Sendable {
    /// Hide a window's content before it is seen again.
    case cover(WindowID)
    /// Show a window's content.
    case uncover(WindowID)
    /// Close keyboards, menus and other elements that float above a window.
    case endEditing(WindowID)
    /// Overwrite the key.
    case eraseKey
    /// Show the system's prompt.
    case prompt(UnlockAttempt)
    /// Close a prompt that is still shown.
    case cancelPrompt(UnlockAttempt)
    /// Show the app's own screen for a method on the cover.
    case present(UnlockMethod)
    /// Try the submitted passcode or drawing on the vault.
    case verify(UnlockAttempt)
    /// Deliver a held deep link or notification.
    case deliver(HeldLink)

    /// An action without its details, for interfaces with other languages.
    package enum Kind: UInt8, CaseIterable {
        case cover, uncover, endEditing, eraseKey, prompt, cancelPrompt, present, verify, deliver
    }

    package var kind: Kind {
        switch self {
        case .cover: .cover
        case .uncover: .uncover
        case .endEditing: .endEditing
        case .eraseKey: .eraseKey
        case .prompt: .prompt
        case .cancelPrompt: .cancelPrompt
        case .present: .present
        case .verify: .verify
        case .deliver: .deliver
        }
    }
}

/// A window or scene, numbered by the host.
public struct WindowID: Hashable, Sendable, RawRepresentable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A link that arrived while the content was hidden. The host keeps its contents.
public struct HeldLink: Hashable, Sendable, RawRepresentable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}
