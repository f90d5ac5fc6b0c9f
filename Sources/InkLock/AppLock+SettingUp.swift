// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import Passcode

/// Setting a lock up, changing it and taking it away.
extension AppLock {
    /// Sets up a lock where there is none, and lets its owner in.
    /// - Returns: the recovery code, to be shown once; `nil` if none was wanted.
    /// - Throws: `VaultError.exists` if there is a lock; `VaultError.unfitPasscode`, also for a passcode that the
    ///   ``EnrolmentRule`` refuses; `VaultError.refused(_:)` if a vault has vanished, until ``startOver()``; what the places throw.
    @discardableResult
    public func setUp(
        passcode: consuming SecretBytes, kind: PasscodeKind, withRecoveryCode: Bool = true
    ) async throws(VaultError) -> RecoveryCode? {
        guard parameters.enrolment.refusal(of: passcode, kind: kind) == nil else { throw .unfitPasscode }
        let new = try await vault.create(passcode: passcode, kind: kind, withRecoveryCode: withRecoveryCode)
        // Nothing that can fail comes after this: the code cannot be shown again.
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

    /// Changes the unlock methods while the owner is in: passcode, picture, recovery code.
    ///
    ///     try await lock.change { vault, key in try await vault.setPasscode(new, kind: .sixDigits, with: key) }
    /// - Throws: `VaultError.forgottenKey` if the app is locked, and what `body` throws.
    public func change<Result: Sendable>(
        _ body: @Sendable (Vault, DataKey) async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        guard let key else { throw .forgottenKey }
        let result = try await body(vault, key)
        // It is done, and what it gives may not be had again: a screen that is behind is no reason to lose it.
        try? await refresh()
        return result
    }

    /// Takes the lock away, and the vault with its key: store what it opened under another key first.
    /// - Throws: `VaultError.forgottenKey` if the app is locked, and what the places throw.
    public func remove() async throws(VaultError) {
        guard let key else { throw .forgottenKey }
        try await vault.wipe(with: key)
        if let slot = book.turn({ $0.ownerSlot }) { try? await owner?.delete(slot.name) }
        await unlockForGood()
    }

    /// There is no lock any more.
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

    /// Gives up a vault whose record has vanished (`RecoveryReason.vaultVanished`): afterwards no lock is set up. What the vault
    /// opened stays sealed for good.
    ///
    /// Anyone who holds the device can do this. So ask first, and remove what the app would show.
    /// - Throws: `VaultError.exists` if there is a vault, `VaultError.missing` if there is nothing to give up, and what the
    ///   places throw.
    public func startOver() async throws(VaultError) {
        try await refresh()
        try await vault.discardVanished()
        await unlockForGood()
    }

    /// Makes a new data key, so that old copies of the vault open nothing of what is sealed from now on. The app stays open.
    ///
    /// Check the passcode first with ``check(passcode:)``. Reseal all data from `previous` to `key` of what this gives, then call
    /// ``finishKeyRenewal()``. After a kill in between ``previousKey()`` gives the old key again.
    /// - Parameters:
    ///   - passcode: what opens the vault from now on; it may be the same.
    ///   - kind: its kind.
    /// - Returns: both keys, and the new recovery code. The device's owner is let in by a new secret, if that could be guarded.
    /// - Throws: what `Vault.renewDataKey(passcode:kind:deviceOwners:with:)` throws, and as ``setPasscode(_:kind:)``.
    public func renewKey(passcode: consuming SecretBytes, kind: PasscodeKind) async throws(VaultError) -> RenewedKey {
        guard let key else { throw .forgottenKey }
        guard parameters.enrolment.refusal(of: passcode, kind: kind) == nil else { throw .unfitPasscode }
        let renewed = try await vault.renewDataKey(passcode: passcode, kind: kind, with: key)
        let slot = book.turn { page in
            if page.key === key { page.begin(with: renewed.key) } else { renewed.key.forget() }
            return page.ownerSlot
        }
        if let slot { try? await setDeviceOwner(slot.guardian) }
        try? await refresh()
        return renewed
    }

    /// The key before the last renewal, as long as that is not finished; `nil` if there is nothing to reseal.
    /// - Throws: `VaultError.forgottenKey` if the app is locked, and what the places throw.
    public func previousKey() async throws(VaultError) -> DataKey? {
        guard let key else { throw .forgottenKey }
        return try await vault.previousDataKey(with: key)
    }

    /// All data is sealed under the new key.
    /// - Throws: `VaultError.forgottenKey` if the app is locked, and what the places throw.
    public func finishKeyRenewal() async throws(VaultError) {
        guard let key else { throw .forgottenKey }
        try await vault.finishRenewal(with: key)
    }

    /// Looks again at what the device can do, what is set up, and what may be tried: when one of these may have changed,
    /// and from time to time during a lockout.
    /// - Throws: `VaultError` if the vault cannot be read; nothing opens by that.
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
            // What the system said of its guard, no ledger takes back.
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
    /// What is set up in a vault; `nil` for none.
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
