// SPDX-License-Identifier: MIT
import Crypto
import LockFlow
import LockVault
import Passcode
import PicturePassword

/// A user's input to unlock an app: a passcode, a drawing or a recovery code.
public enum UnlockCredential: ~Copyable, Sendable {
    /// A passcode.
    case passcode(SecretBytes)
    /// A drawing, and the digest of the picture that it was made on.
    case drawing(PictureGesture, on: [UInt8])
    /// A recovery code as the user typed it.
    case recoveryCode(String)
}

extension AppLock {
    /// Handles a tap on the cover or the choice of a method there: shows the method's screen or prompts the owner.
    ///
    /// - Parameter method: The chosen method; `nil` for the best one.
    @discardableResult
    public func requestUnlock(with method: UnlockMethod? = nil) -> LockSnapshot {
        report { machine, now in machine.unlockRequested(method, at: now) }
    }

    /// Unlocks the app with a passcode, a drawing or a recovery code.
    ///
    /// A recovery code is allowed during a lockout. Let the owner set up a new passcode next, and renew the code.
    /// After a move to another device, the code removes unlocking by the device's owner, which can be set up again.
    ///
    /// A window must be active: call ``windowBecameActive(_:)`` or ``startWithoutWindows()`` first. Nothing is tried or
    /// counted without an active window, while another attempt is under way, or if the app is unlocked or has no lock.
    /// - Throws: `VaultError.rejected(_:)` for a wrong credential; `VaultError.refused(_:)` while no attempt is
    ///   allowed, and with `AttemptStanding.attemptsAllowed` if nothing was tried; `VaultError.cancelled` if the app
    ///   was locked or left meanwhile, or the task was cancelled; and the errors of `Vault.unlock(passcode:)`,
    ///   `Vault.unlock(gesture:on:verifier:isRepeated:)` and `Vault.unlock(recoveryCode:)`.
    public func unlock(with credential: consuming UnlockCredential) async throws(VaultError) {
        switch consume credential {
        case .passcode(let passcode):
            let attempt = try await begin(.passcode)
            do throws(VaultError) { try await accept(try await vault.unlock(passcode: passcode), attempt) } catch {
                throw await rejectCounted(error, attempt)
            }
            await readAttempts()
            await renewOwnerBinding()
        case .drawing(let gesture, let pictureDigest):
            let attempt = try await begin(.picture)
            let key: DataKey
            do throws(VaultError) {
                key = try await open(gesture, on: pictureDigest, parameters.verifier)
                try await accept(key, attempt)
            } catch {
                throw await rejectCounted(error, attempt)
            }
            await readAttempts()
            await renewOwnerBinding()
            // The app is unlocked. A template that cannot be written stays as it was.
            if parameters.adaptsPicturePassword { try? await vault.adaptPicturePassword(to: gesture, with: key) }
        case .recoveryCode(let code):
            try await load()
            let isElsewhere = snapshot.state == .recoveryRequired(.deviceKeyChanged)
            let attempt = try await begin(.recoveryCode)
            do throws(VaultError) { try await accept(try await vault.unlock(recoveryCode: code), attempt) } catch {
                throw await rejectCounted(error, attempt)
            }
            // The keys that the system protects have stayed on the former device.
            if isElsewhere { try? await setDeviceOwner(nil) }
            try? await refresh()
        }
    }

    /// Tries a drawing, and returns the key of the vault.
    func open(
        _ gesture: PictureGesture, on pictureDigest: [UInt8], _ verifier: some GestureVerifier
    ) async throws(VaultError) -> DataKey {
        try await vault.unlock(gesture: gesture, on: pictureDigest, verifier: verifier)
    }

    /// Shows the system's prompt and opens the vault with the key that it released.
    func ask(_ attempt: UnlockAttempt) async {
        let slot = state.withLock { $0.ownerSlot }
        let texts = parameters.prompt(snapshot.methods.fallback)
        do throws(OwnerError) {
            guard let owner, let slot else { throw .absent }
            let secret = try await owner.read(slot.name, prompt: texts)
            let key = secret.withBytes { SymmetricKey(data: $0) }
            do throws(VaultError) {
                try await accept(try await vault.unlock(slot: slot.id, externalKey: key), attempt)
                // The vault may have been recovered, without its picture.
                do throws(VaultError) { try await refresh() } catch { await readAttempts() }
            } catch {
                state.withLock { storage in if storage.isCurrent(attempt) { storage.refusal = .vault(error) } }
                _ = reject(error, attempt)
            }
        } catch {
            let failure = error.promptFailure
            let deliveries = state.withLock { storage in
                storage.prompts[attempt] = nil
                if storage.isCurrent(attempt) {
                    storage.refusal = .prompt(error)
                    storage.needsBinding = failure == .biometricsChanged || failure == .keyLost
                }
                return perform(storage.machine.promptFailed(attempt, failure, at: clock.now()), &storage)
            }
            deliver(deliveries)
        }
    }

    private func begin(_ method: UnlockMethod) async throws(VaultError) -> UnlockAttempt {
        try await load()
        var begun: UnlockAttempt?
        report { machine, now in
            let actions = machine.attemptSubmitted(method, at: now)
            for case .verify(let attempt) in actions { begun = attempt }
            return actions
        }
        if let begun { return begun }
        throw await .refused(try status()?.standing ?? .attemptsAllowed)
    }

    /// Accepts the key of an attempt and unlocks the app.
    /// - Throws: `VaultError.cancelled` if the attempt is no longer current.
    private func accept(_ key: DataKey, _ attempt: UnlockAttempt) async throws(VaultError) {
        let (deliveries, isAccepted) = state.withLock { storage in
            storage.prompts[attempt] = nil
            storage.invalidateReadings()
            let isAccepted = storage.accept(key, of: attempt)
            return (perform(storage.machine.attemptAccepted(attempt, at: clock.now()), &storage), isAccepted)
        }
        deliver(deliveries)
        guard isAccepted else {
            await vault.discard(key)
            throw .cancelled
        }
    }

    /// Rejects an entry. The number of passcodes that are left is read first, because screens show both together.
    private func rejectCounted(_ error: VaultError, _ attempt: UnlockAttempt) async -> VaultError {
        await readAttempts(after: error)
        return reject(error, attempt)
    }

    private func reject(_ error: VaultError, _ attempt: UnlockAttempt) -> VaultError {
        let deliveries = state.withLock { storage in
            storage.prompts[attempt] = nil
            storage.invalidateReadings()
            let actions =
                switch error {
                case .rejected(let standing), .refused(let standing):
                    storage.machine.attemptRejected(attempt, standing: standing, at: clock.now())
                default: storage.machine.attemptCancelled(attempt, at: clock.now())
                }
            return perform(actions, &storage)
        }
        deliver(deliveries)
        return error
    }
}
