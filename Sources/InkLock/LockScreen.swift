// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import Passcode

/// What a host is to show now. Nothing in it is secret.
public struct LockScreen: Hashable, Sendable {
    /// What the lock is doing.
    public let state: LockState
    /// The windows whose content may be seen; every other one is covered.
    public let openWindows: Set<WindowID>
    /// The ways in, the best first, and what the button beside a prompt says.
    public let methods: UnlockMethods
    /// The method whose own screen stands on the cover; `nil` for the cover alone, which can be tapped.
    public let presented: UnlockMethod?
    /// What the passcode's screen has to take; `nil` if there is no passcode.
    public let passcodeKind: PasscodeKind?
    /// How the last attempt ended, until the next begins.
    public let refusal: Refusal?

    /// Why somebody was not let in.
    public enum Refusal: Hashable, Sendable {
        /// The system's prompt ended without the owner.
        case prompt(OwnerError)
        /// The vault did not open.
        case vault(VaultError)
    }

    /// Whether a window's content may be seen.
    public func shows(_ window: WindowID) -> Bool { openWindows.contains(window) }
}
