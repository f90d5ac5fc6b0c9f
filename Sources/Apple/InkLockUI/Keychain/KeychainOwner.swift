// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockFlow
import Passcode
import Security

/// A device owner on Apple platforms. It stores secrets in the keychain, and the system reveals them after
/// authentication with biometrics or the device's passcode. On a Mac, a paired Apple Watch nearby authenticates too,
/// unless the secret is for `AccessControl.currentBiometrics`.
///
///     let token = GuardedSecret("token", with: KeychainOwner(service: "com.example.tickets"))
///
/// A secret stays on this device and exists only while the device has a passcode: removing the passcode deletes it. On
/// a Mac, the app must be signed for a keychain access group. Face ID requires `NSFaceIDUsageDescription` in the app's
/// Info.plist.
public struct KeychainOwner: DeviceOwner {
    let service: String
    let accessGroup: String?

    /// Creates a device owner for a keychain service.
    /// - Parameters:
    ///   - service: The service name of the keychain items. Use a name of the app's own and never change it.
    ///   - accessGroup: The keychain access group of the apps that share the secrets. `nil` stands for the app's first
    ///     access group, which is the first that Keychain Sharing lists, if it lists any. To keep them from other apps
    ///     of that group, pass the app's own identifier.
    public init(service: String, accessGroup: String? = nil) {
        self.service = service
        self.accessGroup = accessGroup
    }

    /// Returns the authentication that the device supports at this moment. It excludes a sensor that is locked after
    /// failures until the device's passcode is entered. ``sensor()`` distinguishes a locked sensor from a missing one.
    public func capabilities() async -> UnlockMethods.Capabilities {
        await BlockingWork.run { OwnerDevice.capabilities }
    }

    /// Returns the device's biometric sensor with its state, or `nil` if there is none.
    public func sensor() async -> OwnerSensor? { await BlockingWork.run { OwnerDevice.sensor } }

    /// Stores a secret under a name, without a prompt.
    /// - Throws: `OwnerError.exists`; `OwnerError.unavailable` if the device has no passcode, or no enrolled biometrics
    ///   for `AccessControl.currentBiometrics`; `OwnerError.locked(_:)` while the device is locked.
    public func add(
        _ secret: consuming SecretBytes, named name: String, for accessControl: AccessControl
    ) async throws(OwnerError) {
        let secret = SharedSecretBytes(secret)
        let item = self.item(name)
        let mark = self.mark(name)
        try await off { () throws(OwnerError) in
            try OwnerDevice.check(accessControl)
            try Self.serialized { () throws(KeychainError) in
                // A lost item makes room for a new one.
                let former = try Self.read(mark)
                if former?.isLost == true { try item.delete() }
                guard try !item.exists() else { throw KeychainError(errSecDuplicateItem) }
                // The marker comes first, because an item without a marker cannot be read.
                try Self.write(KeychainItemMarker(accessControl), in: mark)
                do throws(KeychainError) {
                    try secret.withData { data throws(KeychainError) in try item.add(data, accessControl.protection) }
                } catch {
                    if error.status != errSecDuplicateItem { Self.restore(former, in: mark) }
                    throw error
                }
            }
        }
    }

    /// Replaces a secret. Its access control stays. The system prompts the owner first, as it does for reading.
    /// - Throws: The errors of ``read(_:prompt:)``.
    public func update(
        _ secret: consuming SecretBytes, named name: String, prompt: OwnerPrompt
    ) async throws(OwnerError) {
        let secret = SharedSecretBytes(secret)
        try await asking(for: name, prompt) { item, context throws(KeychainError) in
            try secret.withData { data throws(KeychainError) in try item.replace(data, context) }
        }
    }

    /// Prompts the owner once and returns the secret. Cancelling the task dismisses the prompt.
    /// - Throws: `OwnerError.invalidated(_:)` if the secret is permanently lost, `OwnerError.absent` if it never
    ///   existed, or another `OwnerError` for the outcome of the prompt.
    public func read(_ name: String, prompt: OwnerPrompt) async throws(OwnerError) -> SecretBytes {
        try await asking(for: name, prompt) { item, context throws(KeychainError) in
            SharedSecretBytes(try item.read(context))
        }.copy
    }

    /// Deletes a secret, without a prompt. Succeeds if there is none.
    public func delete(_ name: String) async throws(OwnerError) {
        let item = self.item(name)
        let mark = self.mark(name)
        try await off { () throws(OwnerError) in
            try Self.serialized { () throws(KeychainError) in
                try item.delete()
                try mark.delete()
            }
        }
    }
}
