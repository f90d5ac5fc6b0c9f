// SPDX-License-Identifier: MIT
import Passcode

/// A secret that only the device's owner can read, after the system has prompted for a finger, a face or the device's
/// passcode.
///
///     let token = GuardedSecret("token", with: owner)
///     try await token.add(SecretBytes(bytes))
///     let bytes = try await token.read(message: "Pay for the tickets")
///
/// A guarded secret needs no vault and no lock. A device without a passcode cannot protect a secret
/// (``OwnerError/unavailable``). Use a vault with the app's own passcode there.
public struct GuardedSecret: Sendable {
    /// The name under which the secret is stored. The app chooses the name, which is not secret.
    public let name: String
    private let owner: any DeviceOwner

    /// Creates a reference to a secret.
    /// - Parameters:
    ///   - name: The name, chosen by the app and always the same. The name is not secret.
    ///   - owner: The system's authentication of the device's owner.
    public init(_ name: String, with owner: some DeviceOwner) {
        self.name = name
        self.owner = owner
    }

    /// Stores the secret for the device's owner alone.
    /// - Parameters:
    ///   - secret: The secret. It is overwritten in memory once it is stored.
    ///   - accessControl: The access control. It cannot be changed later.
    /// - Throws: ``OwnerError/exists``, ``OwnerError/unavailable``, ``OwnerError/locked(_:)`` while the device is
    ///   locked, or ``OwnerError/system(code:)``.
    public func add(
        _ secret: consuming SecretBytes, for accessControl: AccessControl = .deviceOwner
    ) async throws(OwnerError) {
        try await owner.add(secret, named: name, for: accessControl)
    }

    /// Replaces the secret, and keeps its access control.
    /// - Parameters:
    ///   - secret: The new secret.
    ///   - message: The reason for the prompt, if the system prompts before a change.
    /// - Throws: ``OwnerError/absent`` and the errors of the prompt. Cancelling the task closes the prompt.
    public func update(_ secret: consuming SecretBytes, message: String) async throws(OwnerError) {
        try await owner.update(secret, named: name, prompt: OwnerPrompt(message))
    }

    /// Prompts the owner and returns the secret.
    /// - Parameter message: The reason for the prompt, in the owner's language.
    /// - Throws: Any ``OwnerError``. Cancelling the task closes the prompt.
    public func read(message: String) async throws(OwnerError) -> SecretBytes {
        try await owner.read(name, prompt: OwnerPrompt(message))
    }

    /// Deletes the secret. Does nothing if there is none.
    public func delete() async throws(OwnerError) { try await owner.delete(name) }
}
