// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import Passcode

/// The content of the lock's screen for a host. It contains no secret.
public struct LockSnapshot: Hashable, Sendable {
    /// The state of the lock.
    public let state: LockState
    /// The windows whose content may be seen. Every other window is covered.
    public let openWindows: Set<WindowID>
    /// The unlock methods, the best first, and the meaning of the fallback button beside a prompt.
    public let methods: UnlockMethods
    /// The method whose own screen is shown on the cover; `nil` for the cover alone, which can be tapped.
    public let presented: UnlockMethod?
    /// The kind of passcode that the passcode screen accepts; `nil` if there is no passcode.
    public let passcodeKind: PasscodeKind?
    /// The reason why the last attempt failed; `nil` if it did not, and once the next attempt begins.
    public let refusal: Refusal?

    /// The reason why an attempt failed.
    public enum Refusal: Hashable, Sendable {
        /// The system's prompt did not authenticate the owner.
        case prompt(OwnerError)
        /// The vault did not open.
        case vault(VaultError)
    }

    /// Returns a Boolean value that indicates whether a window's content may be seen.
    public func shows(_ window: WindowID) -> Bool { openWindows.contains(window) }
}
