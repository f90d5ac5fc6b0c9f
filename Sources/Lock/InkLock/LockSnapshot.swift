// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import Passcode

/// The state of a lock at one moment, for a host to show. It contains no secret.
public struct LockSnapshot: Hashable, Sendable {
    /// The progress of the first reading of the vault.
    public let loading: Loading
    /// The state of the lock. Until loading is complete, it is `LockState.locked`.
    public let state: LockState
    /// The windows whose content may be seen. Every other window is covered.
    public let openWindows: Set<WindowID>
    /// The unlock methods, the best first, and the meaning of the fallback button beside a prompt.
    public let methods: UnlockMethods
    /// The access control that ``AppLock/setDeviceOwner(_:)`` has set up for the device's owner; `nil` if there is
    /// none, and while the vault has not been read.
    ///
    /// It is the owner's choice, for the switch of a settings screen. ``methods`` lacks the method while the device
    /// cannot authenticate, for example because its sensor is locked.
    public let deviceOwner: AccessControl?
    /// The method whose own screen is shown on the cover; `nil` for the cover alone, which can be tapped.
    public let presentedMethod: UnlockMethod?
    /// The kind of passcode that the passcode screen accepts; `nil` if there is no passcode.
    public let passcodeKind: PasscodeKind?
    /// The number of wrong passcodes that are still allowed; see ``AppLock/passcodeAttemptsLeft``.
    public let passcodeAttemptsLeft: Int?
    /// The number of wrong drawings that are still allowed; see ``AppLock/pictureAttemptsLeft``.
    public let pictureAttemptsLeft: Int?
    /// The reason why the last prompt did not unlock the app; `nil` if it did, and once the next attempt begins. The
    /// caller of ``AppLock/unlock(with:)`` receives its error instead.
    public let refusal: Refusal?

    /// The progress of the first reading of the vault, which tells whether there is a lock.
    public enum Loading: Hashable, Sendable {
        /// The vault is being read.
        case inProgress
        /// The vault could not be read. Every window stays covered. ``AppLock/refresh()`` and each return to the app
        /// read it again.
        case failed(VaultError)
        /// The vault has been read.
        case complete
    }

    /// The reason why a prompt did not unlock the app.
    public enum Refusal: Hashable, Sendable {
        /// The system's prompt did not authenticate the owner.
        case prompt(OwnerError)
        /// The vault did not open with the key that the system released.
        case vault(VaultError)
    }

    /// Returns a Boolean value that indicates whether a window's content may be seen.
    public func shows(_ window: WindowID) -> Bool { openWindows.contains(window) }
}
