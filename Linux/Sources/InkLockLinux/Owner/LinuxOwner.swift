// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockFlow
import LockVault
import Passcode

/// A device owner on Linux. PAM or a finger authenticates the owner, and the session's keyring or a file keeps the
/// secrets, sealed with a key that the machine's TPM guards where there is one.
///
///     let owner = LinuxOwner(folder: folder, conversation: terminal)
///     let token = GuardedSecret("token", with: owner)
///
/// For `AccessControl.deviceOwner`, PAM uses the methods that the machine's administrator chose: a password, a
/// fingerprint reader or a security key. For `AccessControl.currentBiometrics`, fprintd asks for a finger alone, and
/// the secret is erased when the enrolled fingers have changed.
///
/// Both are checks in the app's own process, not keys. They keep out other people at the screen, but not other programs
/// of the same user. docs/SECURITY.md has a table of the protection that each part gives.
public struct LinuxOwner: DeviceOwner {
    /// The place of new secrets.
    public enum Storage: Hashable, Sendable, CaseIterable {
        /// The session's keyring if one is running, otherwise a file.
        case automatic
        /// A file, even if a keyring is running.
        case file
    }

    let secrets: SecretFolder
    let service: PAMService
    let conversation: any OwnerConversation
    let storage: Storage
    let timeLimit: Duration
    /// The address of the bus with fprintd, for tests; `nil` for the system's.
    var fingerBus: String?
    /// The time in milliseconds that fprintd may take to say what it knows. A prompt waits longer.
    private static let fingerTimeout: Int32 = 2000

    /// Creates a device owner for the secrets in a folder.
    /// - Parameters:
    ///   - folder: The path of the folder. If it does not exist, it is created, accessible to its owner alone. Its
    ///     parent folder must exist.
    ///   - service: The PAM service that authenticates the owner.
    ///   - storage: The place for new secrets.
    ///   - deviceKey: The key that the secrets are sealed with; `nil` for ``LinuxDeviceKey`` in the folder.
    ///   - timeLimit: The duration after which a prompt is cancelled, also one of the keyring's for its password.
    ///   - conversation: The host's side of prompts.
    public init(
        folder: String, service: PAMService = PAMService(), storage: Storage = .automatic,
        deviceKey: (any DeviceKey)? = nil, timeLimit: Duration = .seconds(120), conversation: some OwnerConversation
    ) {
        // One folder has one path, by which the keyring's items are found.
        let folder = URL(fileURLWithPath: folder).standardizedFileURL.path
        secrets = SecretFolder(
            path: folder, deviceKey: deviceKey ?? LinuxDeviceKey(folder: folder), timeLimit: timeLimit)
        self.service = service
        self.storage = storage
        self.timeLimit = timeLimit
        self.conversation = conversation
    }

    /// Returns the authentication that the machine supports at this moment. A PAM service counts as the device's
    /// passcode, and a fingerprint reader with fingers of the user counts as biometrics.
    public func capabilities() async -> UnlockMethods.Capabilities {
        let isConfigured = await isConfigured()
        let fingers = try? await BlockingWork.run { [fingerBus] () throws(OwnerError) in
            try EnrolledFingers.current(on: fingerBus, timeout: Self.fingerTimeout)
        }
        return UnlockMethods.Capabilities(biometrics: fingers != nil, devicePasscode: isConfigured)
    }

    private func isConfigured() async -> Bool {
        await BlockingWork.run { [service] () throws(Never) in service.isConfigured() }
    }

    /// Returns the place of the device key, or of a new one if there is none; `nil` for a key that the app has chosen.
    public func deviceKeyPlace() async -> LinuxDeviceKey.Place? {
        guard let key = secrets.deviceKey as? LinuxDeviceKey else { return nil }
        return await BlockingWork.run { () throws(Never) in key.place() }
    }

    /// Returns a Boolean value that indicates whether there is a device key.
    public func hasDeviceKey() -> Bool { (secrets.deviceKey as? LinuxDeviceKey)?.existingPlace != nil }

    /// Returns a Boolean value that indicates whether a new secret is stored in the session's keyring.
    public func usesKeyring() async -> Bool { await place() == .keyring }

    /// Returns the names of the secrets in alphabetical order, without a prompt.
    /// - Throws: `OwnerError.system(code:)` with `EACCES` for a folder that is accessible to other users.
    public func names() async throws(OwnerError) -> [String] { try await secrets.names().map(\.text) }

    /// Stores a secret of at most 64 KiB under a name of at most ``SecretName/byteLimit`` bytes, without a prompt.
    /// - Throws: `OwnerError.exists`; `OwnerError.unavailable` if PAM has no service, and for
    ///   `AccessControl.currentBiometrics` without a reader with an enrolled finger; `OwnerError.locked(_:)` if the
    ///   keyring stays locked; `OwnerError.system(code:)` with an error of the files: `EINVAL` for a name that is not
    ///   allowed, `EFBIG` for a secret that is too long.
    public func add(
        _ secret: consuming SecretBytes, named name: String, for accessControl: AccessControl
    ) async throws(OwnerError) {
        let secret = SharedSecretBytes(secret)
        let name = try Self.name(name)
        guard await isConfigured() else { throw .unavailable }
        var fingers: [UInt8] = []
        if accessControl == .currentBiometrics {
            let current = try await BlockingWork.run { [fingerBus] () throws(OwnerError) in
                try EnrolledFingers.current(on: fingerBus)
            }
            guard let current else { throw .unavailable }
            fingers = current.mark
        }
        try await secrets.add(secret, named: name, for: accessControl, fingers: fingers, in: await place())
    }

    /// Returns the access control of a secret, without a prompt.
    /// - Throws: `OwnerError.absent`.
    public func accessControl(of name: String) async throws(OwnerError) -> AccessControl {
        try await secrets.record(try Self.name(name)).accessControl
    }

    /// Prompts the owner and replaces the secret, which keeps its access control.
    /// - Throws: The errors of ``read(_:prompt:)``.
    public func update(
        _ secret: consuming SecretBytes, named name: String, prompt: OwnerPrompt
    ) async throws(OwnerError) {
        let secret = SharedSecretBytes(secret)
        let name = try Self.name(name)
        let record = try await secrets.record(name)
        try await authenticate(for: record, named: name, prompt)
        // A secret leaves the keyring only if the app says so.
        let staysInKeyring = storage == .automatic && record.place == .keyring
        try await secrets.update(secret, named: name, in: staysInKeyring ? .keyring : await place())
    }

    /// Prompts the owner and returns the secret. Cancelling the task ends the prompt.
    /// - Throws: `OwnerError.absent`, `OwnerError.invalidated(_:)`, the outcome of the prompt, or
    ///   `OwnerError.locked(_:)` while the keyring with the secret does not answer; `OwnerError.system(code:)` with
    ///   `EKEYREJECTED` if the device key is damaged or accessible to other users, and with a code that
    ///   ``SystemFault`` explains for any other fault.
    public func read(_ name: String, prompt: OwnerPrompt) async throws(OwnerError) -> SecretBytes {
        let name = try Self.name(name)
        let record = try await secrets.record(name)
        try await authenticate(for: record, named: name, prompt)
        let secret = try await secrets.open(record, named: name)
        guard !Task.isCancelled else { throw .cancelled }
        return secret.copy
    }

    /// Deletes the secret with a name, without a prompt. Does nothing if there is none.
    public func delete(_ name: String) async throws(OwnerError) {
        try await secrets.remove(try Self.name(name))
    }

    private func authenticate(
        for record: SecretRecord, named name: SecretName, _ prompt: OwnerPrompt
    ) async throws(OwnerError) {
        guard let user = PAMService.currentUser else { throw .unavailable }
        let byFinger = record.accessControl == .currentBiometrics
        if byFinger {
            do throws(OwnerError) { try await recogniseFinger(for: record, prompt) } catch {
                await conversation.end(prompt)
                // A finger that was enrolled meanwhile must not open the secret later, either.
                if error == .invalidated(.biometricsChanged) { try await secrets.erase(record, named: name) }
                throw error
            }
        }
        try await PAMPrompt(
            service, user: user, prompt, conversation, timeLimit: timeLimit, checksAccountOnly: byFinger
        ).ask()
        guard !Task.isCancelled else { throw .cancelled }
    }

    private func recogniseFinger(for record: SecretRecord, _ prompt: OwnerPrompt) async throws(OwnerError) {
        guard record.place != .lost else { throw .invalidated(.biometricsChanged) }
        func match() async throws(OwnerError) -> EnrolledFingers {
            let cancellation = BusCancellation()
            let found = await withTaskCancellationHandler {
                await BlockingWork.run { [fingerBus] () throws(Never) in
                    Result { () throws(OwnerError) in
                        try EnrolledFingers.matching(record.fingers, on: fingerBus, cancellation)
                    }
                }
            } onCancel: {
                cancellation.cancel()
            }
            return try found.get()
        }
        let reader = try await match().reader
        try await FingerPrompt(reader, on: fingerBus, prompt, conversation, timeLimit: timeLimit).ask()
        // One may have been enrolled meanwhile.
        _ = try await match()
    }

    private func place() async -> SecretRecord.Place {
        guard storage == .automatic else { return .file }
        let isThere = await BlockingWork.run { () throws(Never) in Keyring.isThere() }
        return isThere ? .keyring : .file
    }

    private static func name(_ text: String) throws(OwnerError) -> SecretName {
        guard let name = SecretName(text) else { throw .system(code: EINVAL) }
        return name
    }
}
