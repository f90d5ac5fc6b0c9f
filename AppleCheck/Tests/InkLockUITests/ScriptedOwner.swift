// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockFlow
import Passcode

/// A device owner whose answers a test defines. It stores secrets in memory.
actor ScriptedOwner: DeviceOwner {
    enum Answer: Sendable {
        case isOwner
        case fails(OwnerError)
        /// The prompt is not answered until it is cancelled.
        case waits
    }

    private(set) var secrets: [String: [UInt8]] = [:]
    private(set) var prompts: [OwnerPrompt] = []
    private var answers: [Answer] = []
    private var device = UnlockMethods.Capabilities(biometrics: true, devicePasscode: true)

    /// Sets the answers to the next prompts. Later prompts authenticate the owner.
    func answer(_ answers: Answer...) { self.answers = answers }

    /// The calls of ``add(_:named:for:)`` that wait; `nil` if none has to wait.
    private var waiting: [CheckedContinuation<Void, Never>]?
    var waitingCount: Int { waiting?.count ?? 0 }

    private var holdsPrompts = false

    /// Lets keys be stored only after ``letGo()``, as a system does that asks the owner first.
    /// - Parameter prompts: A Boolean value that indicates whether prompts are answered only then, too.
    func hold(prompts: Bool = false) { (waiting, holdsPrompts) = ([], prompts) }

    func letGo() {
        for call in waiting ?? [] { call.resume() }
        waiting = nil
    }

    func become(_ capabilities: UnlockMethods.Capabilities) { device = capabilities }

    func capabilities() -> UnlockMethods.Capabilities { device }

    func add(
        _ secret: consuming SecretBytes, named name: String, for accessControl: AccessControl
    ) async throws(OwnerError) {
        guard device.devicePasscode else { throw .unavailable }
        guard secrets[name] == nil else { throw .exists }
        let bytes = secret.withBytes { Array($0) }
        if waiting != nil { await withCheckedContinuation { waiting?.append($0) } }
        secrets[name] = bytes
    }

    func update(_ secret: consuming SecretBytes, named name: String, prompt: OwnerPrompt) throws(OwnerError) {
        guard secrets[name] != nil else { throw .absent }
        secrets[name] = secret.withBytes { Array($0) }
    }

    func read(_ name: String, prompt: OwnerPrompt) async throws(OwnerError) -> SecretBytes {
        prompts.append(prompt)
        if holdsPrompts, waiting != nil { await withCheckedContinuation { waiting?.append($0) } }
        switch answers.isEmpty ? .isOwner : answers.removeFirst() {
        case .isOwner: break
        case .fails(let error): throw error
        case .waits:
            // Waits until the task is cancelled.
            try? await Task.sleep(for: .seconds(1_000_000))
            throw .cancelled
        }
        guard let secret = secrets[name] else { throw .absent }
        return SecretBytes(secret)
    }

    func delete(_ name: String) { secrets[name] = nil }
}
