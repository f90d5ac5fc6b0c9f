// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockFlow
import Passcode
import Security

/// The device's owner, on Apple's platforms: secrets in the keychain that the system gives out after a finger, a face or the
/// device's passcode.
///
///     let token = GuardedSecret("token", with: KeychainOwner(service: "com.example.tickets"))
///
/// An item is kept for this device alone and only while the device has a passcode: removing the passcode deletes it. On a Mac
/// the app has to be signed for a keychain access group. Face ID wants `NSFaceIDUsageDescription` in the app's Info.plist.
public struct KeychainOwner: DeviceOwner {
    let service: String
    let accessGroup: String?

    /// - Parameters:
    ///   - service: the app's own, the same each time; what is kept goes by it.
    ///   - accessGroup: for apps that share what is kept; `nil` for this app alone.
    public init(service: String, accessGroup: String? = nil) {
        self.service = service
        self.accessGroup = accessGroup
    }

    /// What the device can do at this moment. A sensor that is locked out after failures is none until the device's passcode
    /// was entered; ``sensor()`` says which it is.
    public func capabilities() async -> UnlockMethods.Capabilities {
        await KeychainItem.off { OwnerDevice.capabilities }
    }

    /// The device's sensor, to name it and to say why it cannot be used; `nil` if there is none.
    public func sensor() async -> OwnerSensor? { await KeychainItem.off { OwnerDevice.sensor } }

    /// Keeps a secret under a name; nobody is asked.
    /// - Throws: `OwnerError.exists`; `OwnerError.unavailable` if the device has no passcode, or no sensor with something
    ///   enrolled for `SecretGuardian.currentBiometrics`; `OwnerError.locked(_:)` while the device is.
    public func add(
        _ secret: consuming SecretBytes, named name: String, for guardian: SecretGuardian
    ) async throws(OwnerError) {
        let secret = KeptSecret(secret)
        let item = self.item(name)
        let mark = self.mark(name)
        try await off { () throws(OwnerError) in
            try OwnerDevice.check(guardian)
            try Self.alone { () throws(KeychainRefusal) in
                // What was lost makes room for what is set up anew.
                if try Self.read(mark)?.isLost == true { try item.delete() }
                guard try !item.exists() else { throw KeychainRefusal(errSecDuplicateItem) }
                // The mark comes first: without one an item would be nobody's.
                try Self.write(GuardMark(guardian), in: mark)
                do throws(KeychainRefusal) {
                    try secret.withData { data throws(KeychainRefusal) in try item.add(data, guardian.protection) }
                } catch {
                    if error.status != errSecDuplicateItem { try? mark.delete() }
                    throw error
                }
            }
        }
    }

    /// Puts another secret in its place, for the same guardian. The system asks first, as it does for reading.
    /// - Throws: what ``read(_:prompt:)`` throws.
    public func update(
        _ secret: consuming SecretBytes, named name: String, prompt: OwnerPrompt
    ) async throws(OwnerError) {
        let secret = KeptSecret(secret)
        try await asking(for: name, prompt) { item, context throws(KeychainRefusal) in
            try secret.withData { data throws(KeychainRefusal) in try item.replace(data, context) }
        }
    }

    /// Asks once, and gives the secret to the owner. Cancelling the task takes the prompt back.
    /// - Throws: `OwnerError.invalidated(_:)` if the secret is lost for good, `OwnerError.absent` if there never was one;
    ///   any other `OwnerError` as the prompt ended.
    public func read(_ name: String, prompt: OwnerPrompt) async throws(OwnerError) -> SecretBytes {
        try await asking(for: name, prompt) { item, context throws(KeychainRefusal) in
            KeptSecret(try item.read(context))
        }.copy
    }

    /// Leaves nothing of that name; nobody is asked.
    public func delete(_ name: String) async throws(OwnerError) {
        let item = self.item(name)
        let mark = self.mark(name)
        try await off { () throws(OwnerError) in
            try Self.alone { () throws(KeychainRefusal) in
                try item.delete()
                try mark.delete()
            }
        }
    }
}
