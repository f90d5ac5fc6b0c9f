// SPDX-License-Identifier: MIT
import Crypto
import LockFlow
import LockVault
import Passcode
import PicturePassword

/// Unlocking. Errors are also on the ``screen``, for hosts that only observe it.
extension AppLock {
    /// Handles a tap on the cover or the choice of a method there. `nil` chooses the best method.
    @discardableResult
    public nonisolated func unlock(_ method: UnlockMethod? = nil) -> LockSnapshot {
        report { machine, now in machine.unlockRequested(method, at: now) }
    }

    /// Tries a passcode.
    /// - Throws: The errors of `Vault.unlock(passcode:)`; `VaultError.refused(_:)` while no attempt is allowed;
    ///   `VaultError.cancelled` if the app was locked or left meanwhile.
    public func submit(passcode: consuming SecretBytes) async throws(VaultError) {
        let attempt = try await begin(.passcode)
        do throws(VaultError) { try accept(try await vault.unlock(passcode: passcode), attempt) } catch {
            throw refuse(error, attempt)
        }
        await bindAnew()
    }

    /// Tries a drawing.
    /// - Throws: The errors of `Vault.unlock(gesture:on:verifier:)` and of ``submit(passcode:)``.
    public func submit(
        gesture: PictureGesture, on pictureDigest: [UInt8],
        verifier: some GestureVerifier & Sendable = RasterVerifier.directed
    ) async throws(VaultError) {
        let attempt = try await begin(.picture)
        do throws(VaultError) {
            try accept(try await vault.unlock(gesture: gesture, on: pictureDigest, verifier: verifier), attempt)
        } catch {
            throw refuse(error, attempt)
        }
    }

    /// Tries a recovery code. It is allowed during a lockout. Let the owner set up a new passcode next, and renew the
    /// code.
    /// - Throws: The errors of `Vault.unlock(recoveryCode:)` and of ``submit(passcode:)``.
    public func submit(recoveryCode: String) async throws(VaultError) {
        let attempt = try await begin(.recoveryCode)
        do throws(VaultError) { try accept(try await vault.unlock(recoveryCode: recoveryCode), attempt) } catch {
            throw refuse(error, attempt)
        }
        try? await refresh()
    }

    /// Shows the system's prompt and opens the vault with the key that it released.
    func ask(_ attempt: UnlockAttempt) async {
        let slot = book.turn { $0.ownerSlot }
        let words = parameters.prompt(screen.methods.fallback)
        do throws(OwnerError) {
            guard let owner, let slot else { throw .absent }
            let secret = try await owner.read(slot.name, prompt: words)
            let key = secret.withBytes { SymmetricKey(data: $0) }
            do throws(VaultError) {
                try accept(try await vault.unlock(deviceOwner: slot.id, key: key), attempt)
            } catch {
                _ = refuse(error, attempt)
            }
        } catch {
            let failure = error.promptFailure
            let deliveries = book.turn { page in
                page.prompts[attempt] = nil
                if page.isCurrent(attempt) {
                    page.refusal = .prompt(error)
                    page.wantsBinding = failure == .biometricsChanged || failure == .guardedItemGone
                }
                return carryOut(page.machine.promptFailed(attempt, failure, at: clock.now()), &page)
            }
            for deliver in deliveries { deliver() }
        }
    }

    private func begin(_ method: UnlockMethod) async throws(VaultError) -> UnlockAttempt {
        var begun: UnlockAttempt?
        report { machine, now in
            let actions = machine.attemptSubmitted(method, at: now)
            for case .verify(let attempt) in actions { begun = attempt }
            return actions
        }
        if let begun { return begun }
        throw await .refused(try Self.status(of: vault)?.standing ?? .mayTry)
    }

    /// Accepts the key of an attempt and unlocks the app.
    /// - Throws: `VaultError.cancelled` if the attempt is no longer current.
    private nonisolated func accept(_ key: DataKey, _ attempt: UnlockAttempt) throws(VaultError) {
        let (deliveries, isIn) = book.turn { page in
            page.prompts[attempt] = nil
            page.outdateLooks()
            let isIn = page.accept(key, of: attempt)
            return (carryOut(page.machine.attemptAccepted(attempt, at: clock.now()), &page), isIn)
        }
        for deliver in deliveries { deliver() }
        guard isIn else { throw .cancelled }
    }

    private nonisolated func refuse(_ error: VaultError, _ attempt: UnlockAttempt) -> VaultError {
        let deliveries = book.turn { page in
            page.prompts[attempt] = nil
            page.outdateLooks()
            if page.isCurrent(attempt) { page.refusal = .vault(error) }
            let actions =
                switch error {
                case .rejected(let standing), .refused(let standing):
                    page.machine.attemptRejected(attempt, standing: standing, at: clock.now())
                default: page.machine.attemptCancelled(attempt)
                }
            return carryOut(actions, &page)
        }
        for deliver in deliveries { deliver() }
        return error
    }
}
