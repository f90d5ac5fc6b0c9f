// SPDX-License-Identifier: MIT
import LockFlow
import Passcode

/// The system's authentication of the device's owner: a sensor or the device's passcode.
///
/// The system stores secrets, and releases them only after a prompt. On Apple platforms, a secret is a keychain item
/// that requires user presence. A host without such a system passes `nil` to ``AppLock``.
public protocol DeviceOwner: Sendable {
    /// Returns the device's current capabilities.
    func capabilities() async -> UnlockMethods.Capabilities

    /// Stores a secret under a name.
    /// - Throws: ``OwnerError/exists`` if there is a secret with that name, ``OwnerError/unavailable``,
    ///   ``OwnerError/locked(_:)`` while the device is locked, or ``OwnerError/system(code:)``.
    func add(_ secret: consuming SecretBytes, named name: String, for accessControl: AccessControl)
        async throws(OwnerError)

    /// Replaces the secret with a name, and keeps its access control. Cancelling the task closes a prompt.
    /// - Throws: ``OwnerError/absent``, ``OwnerError/invalidated(_:)``, and the errors of a prompt if the system shows
    ///   one.
    func update(_ secret: consuming SecretBytes, named name: String, prompt: OwnerPrompt) async throws(OwnerError)

    /// Prompts the owner and returns the secret. Cancelling the task closes the prompt.
    /// - Throws: Any ``OwnerError``.
    func read(_ name: String, prompt: OwnerPrompt) async throws(OwnerError) -> SecretBytes

    /// Deletes the secret with a name. Does nothing if there is none.
    func delete(_ name: String) async throws(OwnerError)
}

/// The access control of a secret.
public enum AccessControl: UInt8, Hashable, Sendable, CaseIterable {
    /// Any finger or face that the sensor recognises, enrolled now or later, or the device's passcode. On a Mac, also a
    /// paired Apple Watch nearby.
    case deviceOwner = 1
    /// Only the fingers or faces that were enrolled when the secret was added.
    case currentBiometrics = 2
}

/// The texts of the system's prompt, in the owner's language.
public struct OwnerPrompt: Hashable, Sendable {
    /// The reason for the prompt, for example "Unlock your notes".
    public var message: String
    /// The title of the fallback button. An empty title hides the button; `nil` leaves it to the system.
    public var fallbackTitle: String?

    /// Creates the texts of a prompt. Both are shown unchanged.
    public init(_ message: String, fallbackTitle: String? = nil) {
        self.message = message
        self.fallbackTitle = fallbackTitle
    }
}
