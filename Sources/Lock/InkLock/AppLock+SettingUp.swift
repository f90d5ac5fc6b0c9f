// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import Passcode

/// Setting up, changing and removing a lock.
extension AppLock {
    /// Sets up a lock where there is none. The app is then unlocked.
    /// - Returns: The recovery code, which can be shown only once; `nil` if none was requested.
    /// - Throws: `VaultError.exists` if there is a lock; `VaultError.invalidPasscode`, also for a passcode that the
    ///   ``EnrolmentRule`` rejects; `VaultError.refused(_:)` if a vault has vanished, until ``startOver()``; and the
    ///   errors of the storage.
    @discardableResult
    public func setUp(
        passcode: consuming SecretBytes, kind: PasscodeKind, withRecoveryCode: Bool = true
    ) async throws(VaultError) -> RecoveryCode? {
        guard parameters.enrolment.refusal(of: passcode, kind: kind) == nil else { throw .invalidPasscode }
        let new = try await vault.create(passcode: passcode, kind: kind, withRecoveryCode: withRecoveryCode)
        // No operation that can fail follows, because the code cannot be shown again.
        let choices = UnlockMethods.Choices(passcode: true, recoveryCode: new.recoveryCode != nil)
        let methods = UnlockMethods(await capabilities(), choices)
        let deliveries = book.turn { page in
            page.outdateLooks()
            page.passcodeKind = kind
            let actions = page.machine.lockConfigured(methods, at: clock.now())
            page.begin(with: new.key)
            return carryOut(actions, &page)
        }
        for deliver in deliveries { deliver() }
        return new.recoveryCode
    }

    /// Changes the unlock methods while the app is unlocked: passcode, picture, recovery code.
    ///
    ///     try await lock.change { vault, key in try await vault.setPasscode(new, kind: .sixDigits, with: key) }
    /// - Throws: `VaultError.keyErased` if the app is locked, and the errors of `body`.
    public func change<Result: Sendable>(
        _ body: @Sendable (Vault, DataKey) async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        guard let key else { throw .keyErased }
        let result = try await body(vault, key)
        // The change is complete, and its result may not be available again. A failed update of the screen must not
        // lose it.
        try? await refresh()
        return result
    }

    /// Removes the lock, and the vault with its key. Encrypt the data that it protected under another key first.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the errors of the storage.
    public func remove() async throws(VaultError) {
        guard let key else { throw .keyErased }
        try await vault.wipe(with: key)
        if let slot = book.turn({ $0.ownerSlot }) { try? await owner?.delete(slot.name) }
        await unlockForGood()
    }

    /// Resets the page and the machine after the lock was removed.
    private func unlockForGood() async {
        book.turn { page in
            page.outdateLooks()
            page.passcodeKind = nil
            page.ownerSlot = nil
            page.wantsBinding = false
        }
        let nothing = UnlockMethods(await capabilities(), UnlockMethods.Choices(nil, nil))
        report { machine, _ in
            machine.lockRemoved() + machine.vanishedVaultDiscarded() + machine.methodsChanged(nothing)
        }
    }

    /// Gives up a vault whose record has vanished (`RecoveryReason.vaultVanished`). Afterwards no lock is set up. The
    /// data that the vault protected stays encrypted for good.
    ///
    /// Every person who holds the device can do this. So ask first, and remove the content that the app would show.
    /// - Throws: `VaultError.exists` if there is a vault, `VaultError.missing` if nothing has vanished, and the errors
    ///   of the storage.
    public func startOver() async throws(VaultError) {
        try await refresh()
        try await vault.discardVanished()
        await unlockForGood()
    }

    /// Creates a new data key, so that old copies of the vault cannot open data that is sealed from now on. The app
    /// stays unlocked.
    ///
    /// Check the passcode first with ``check(passcode:)``. Reseal all data from `previous` to `key` of the result, then
    /// call ``finishKeyRenewal()``. If the app is killed in between, ``previousKey()`` returns the old key again.
    /// - Parameters:
    ///   - passcode: The passcode from now on; it may be the same.
    ///   - kind: The passcode's kind.
    /// - Returns: Both keys and the new recovery code. The device's owner gets a new guarded key, if the system can
    ///   protect one.
    /// - Throws: The errors of `Vault.renewDataKey(passcode:kind:deviceOwners:with:)` and of ``setPasscode(_:kind:)``.
    public func renewKey(passcode: consuming SecretBytes, kind: PasscodeKind) async throws(VaultError) -> RenewedKey {
        guard let key else { throw .keyErased }
        guard parameters.enrolment.refusal(of: passcode, kind: kind) == nil else { throw .invalidPasscode }
        let renewed = try await vault.renewDataKey(passcode: passcode, kind: kind, with: key)
        let slot = book.turn { page in
            if page.key === key { page.begin(with: renewed.key) } else { renewed.key.forget() }
            return page.ownerSlot
        }
        if let slot { try? await setDeviceOwner(slot.guardian) }
        try? await refresh()
        return renewed
    }

    /// Returns the key before the last renewal, while that renewal is incomplete; `nil` if there is no data to reseal.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the errors of the storage.
    public func previousKey() async throws(VaultError) -> DataKey? {
        guard let key else { throw .keyErased }
        return try await vault.previousDataKey(with: key)
    }

    /// Completes a renewal after all data was sealed under the new key.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the errors of the storage.
    public func finishKeyRenewal() async throws(VaultError) {
        guard let key else { throw .keyErased }
        try await vault.finishRenewal(with: key)
    }

    /// Reads again the device's capabilities, the unlock methods and the attempts that are allowed. Call it when one of
    /// them may have changed, and from time to time during a lockout.
    /// - Throws: `VaultError` if the vault cannot be read. The app does not unlock then.
    public func refresh() async throws(VaultError) {
        let look = book.turn { $0.beginLook() }
        let status = try await Self.status(of: vault)
        let slot = status?.ownerSlot
        let methods = UnlockMethods(await capabilities(), UnlockMethods.Choices(status, slot))
        let deliveries: [@Sendable () -> Void]? = book.turn { page in
            guard page.isNews(look) else { return nil }
            // A vault that has vanished meanwhile opens nothing.
            guard status != nil || page.awaitsData else { return [] }
            page.passcodeKind = status?.passcodeKind
            page.ownerSlot = slot
            var actions = page.machine.methodsChanged(methods)
            // Keep the re-enrolment requirement even if the ledger allows attempts.
            if let standing = status?.standing, !page.wantsBinding || standing != .mayTry {
                actions += page.machine.standingRead(standing, at: clock.now())
            }
            if page.awaitsData {
                page.awaitsData = false
                actions += page.machine.dataBecameAvailable(isConfigured: status != nil, at: clock.now())
            }
            return carryOut(actions, &page)
        }
        guard let deliveries else { return try await refresh() }
        for deliver in deliveries { deliver() }
    }

    func capabilities() async -> UnlockMethods.Capabilities {
        await owner?.capabilities() ?? UnlockMethods.Capabilities()
    }
}

extension UnlockMethods.Choices {
    /// Selects the methods that are set up in a vault; none if `status` is `nil`.
    init(_ status: VaultStatus?, _ slot: OwnerSlot?) {
        self.init(
            passcode: status?.passcodeKind != nil, picture: status?.hasPicture ?? false,
            recoveryCode: status?.hasRecoveryCode ?? false)
        switch slot?.guardian {
        case .deviceOwner: deviceOwner = .biometricsOrDevicePasscode
        case .currentBiometrics: deviceOwner = .biometrics
        case nil: deviceOwner = .off
        }
    }
}
