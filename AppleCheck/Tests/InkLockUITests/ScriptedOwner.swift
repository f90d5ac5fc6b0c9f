// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockFlow
import Passcode

/// A device whose owner a test plays: keeps what it is to guard, and answers prompts as told.
actor ScriptedOwner: DeviceOwner {
    enum Answer: Sendable {
        case isOwner
        case fails(OwnerError)
        /// Nobody answers until the prompt is taken back.
        case waits
    }

    private(set) var secrets: [String: [UInt8]] = [:]
    private(set) var prompts: [OwnerPrompt] = []
    private var answers: [Answer] = []
    private var device = UnlockMethods.Capabilities(biometrics: true, devicePasscode: true)

    /// What the next prompts get, one each; then the owner is there.
    func answer(_ answers: Answer...) { self.answers = answers }

    func become(_ capabilities: UnlockMethods.Capabilities) { device = capabilities }

    func capabilities() -> UnlockMethods.Capabilities { device }

    func add(_ secret: consuming SecretBytes, named name: String, for guardian: SecretGuardian) throws(OwnerError) {
        guard device.devicePasscode else { throw .unavailable }
        guard secrets[name] == nil else { throw .exists }
        secrets[name] = secret.withBytes { Array($0) }
    }

    func update(_ secret: consuming SecretBytes, named name: String, prompt: OwnerPrompt) throws(OwnerError) {
        guard secrets[name] != nil else { throw .absent }
        secrets[name] = secret.withBytes { Array($0) }
    }

    func read(_ name: String, prompt: OwnerPrompt) async throws(OwnerError) -> SecretBytes {
        prompts.append(prompt)
        switch answers.isEmpty ? .isOwner : answers.removeFirst() {
        case .isOwner: break
        case .fails(let error): throw error
        case .waits:
            // Ends when the task is cancelled, which is what is waited for.
            try? await Task.sleep(for: .seconds(1_000_000))
            throw .cancelled
        }
        guard let secret = secrets[name] else { throw .absent }
        return SecretBytes(secret)
    }

    func delete(_ name: String) { secrets[name] = nil }
}
