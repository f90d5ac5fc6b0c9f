// SPDX-License-Identifier: MIT
import LockFlow
import Passcode

/// The system's own way of making sure that whoever holds the device owns it: a sensor, or the device's passcode.
///
/// It keeps secrets that it gives out only after asking. On Apple platforms that is a keychain item behind user presence;
/// a host without one hands in none.
public protocol DeviceOwner: Sendable {
    /// What the device can do at this moment.
    func capabilities() async -> UnlockMethods.Capabilities

    /// Keeps a secret under a name.
    /// - Throws: ``OwnerError/exists`` if there is one of that name, ``OwnerError/unavailable``.
    func add(_ secret: consuming SecretBytes, named name: String, for guardian: SecretGuardian) async throws(OwnerError)

    /// Puts another secret in the place of the one of that name; it keeps its guardian.
    /// - Throws: ``OwnerError/absent``, ``OwnerError/invalidated(_:)``, and what asking throws where the system asks.
    func update(_ secret: consuming SecretBytes, named name: String, prompt: OwnerPrompt) async throws(OwnerError)

    /// Asks, and gives the secret to the owner. Cancelling the task takes the prompt back.
    /// - Throws: any ``OwnerError``.
    func read(_ name: String, prompt: OwnerPrompt) async throws(OwnerError) -> SecretBytes

    /// Leaves nothing of that name; no error if there is nothing.
    func delete(_ name: String) async throws(OwnerError)
}

/// Who a secret is given to.
public enum SecretGuardian: UInt8, Hashable, Sendable, CaseIterable {
    /// To whoever the sensor knows, now or later, or who knows the device's passcode.
    case deviceOwner = 1
    /// To those fingers or faces alone that were enrolled when the secret was added.
    case currentBiometrics = 2
}

/// The words on the system's prompt, in the owner's language.
public struct OwnerPrompt: Hashable, Sendable {
    /// Why the owner is asked: "Unlock your notes".
    public var message: String
    /// What stands on the button beside it; empty hides the button, `nil` leaves it to the system.
    public var fallbackTitle: String?

    /// Words for one prompt; both are shown as they are.
    public init(_ message: String, fallbackTitle: String? = nil) {
        self.message = message
        self.fallbackTitle = fallbackTitle
    }
}
