// SPDX-License-Identifier: MIT
import Passcode

/// A secret that only the device's owner can read, after the system has asked for a finger, a face or the device's passcode.
///
///     let token = GuardedSecret("token", with: owner)
///     try await token.add(SecretBytes(bytes))
///     let bytes = try await token.read(message: "Pay for the tickets")
///
/// It needs no vault and no lock. On a device without a passcode nothing can be guarded (``OwnerError/unavailable``): keep
/// the secret behind the app's own passcode then, in a vault.
public struct GuardedSecret: Sendable {
    /// What the secret is kept under: the app's own, and no secret itself.
    public let name: String
    private let owner: any DeviceOwner

    /// - Parameters:
    ///   - name: the app's own, the same each time; it is no secret.
    ///   - owner: the system's way of asking for the device's owner.
    public init(_ name: String, with owner: some DeviceOwner) {
        self.name = name
        self.owner = owner
    }

    /// Keeps the secret, for nobody but the device's owner.
    /// - Parameters:
    ///   - secret: is overwritten here once it is kept.
    ///   - guardian: whom it is given to. That cannot be changed later.
    /// - Throws: ``OwnerError/exists``, ``OwnerError/unavailable``.
    public func add(
        _ secret: consuming SecretBytes, for guardian: SecretGuardian = .deviceOwner
    ) async throws(OwnerError) {
        try await owner.add(secret, named: name, for: guardian)
    }

    /// Puts another secret in the place of the one there is; it keeps its guardian.
    /// - Parameters:
    ///   - secret: what is kept from now on.
    ///   - message: why the owner is asked, where the system asks before a change.
    /// - Throws: ``OwnerError/absent`` and what asking throws.
    public func update(_ secret: consuming SecretBytes, message: String) async throws(OwnerError) {
        try await owner.update(secret, named: name, prompt: OwnerPrompt(message))
    }

    /// Asks, and gives the secret to the owner.
    /// - Parameter message: why the owner is asked, in the owner's language.
    /// - Throws: any ``OwnerError``. Cancelling the task takes the prompt back.
    public func read(message: String) async throws(OwnerError) -> SecretBytes {
        try await owner.read(name, prompt: OwnerPrompt(message))
    }

    /// Removes it; no error if there is none.
    public func delete() async throws(OwnerError) { try await owner.delete(name) }
}
