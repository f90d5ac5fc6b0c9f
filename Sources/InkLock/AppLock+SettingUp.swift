// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import Passcode

/// Setting a lock up, changing it and taking it away.
extension AppLock {
    /// Sets up a lock where there is none, and lets its owner in.
    /// - Returns: the recovery code, to be shown once; `nil` if none was wanted.
    /// - Throws: ``VaultError/exists`` if there is a lock, ``VaultError/unfitPasscode``, and what the places throw.
    @discardableResult
    public func setUp(
        passcode: consuming SecretBytes, kind: PasscodeKind, withRecoveryCode: Bool = true
    ) async throws(VaultError) -> RecoveryCode? {
        let new = try await vault.create(passcode: passcode, kind: kind, withRecoveryCode: withRecoveryCode)
        let methods = try await methods()
        let deliveries = book.turn { page in
            let actions = page.machine.lockConfigured(methods, at: clock.now())
            page.begin(with: new.key)
            return carryOut(actions, &page)
        }
        for deliver in deliveries { deliver() }
        return new.recoveryCode
    }

    /// Changes the ways in while the owner is in: passcode, picture, recovery code.
    ///
    ///     try await lock.change { vault, key in try await vault.setPasscode(new, kind: .sixDigits, with: key) }
    /// - Throws: ``VaultError/forgottenKey`` if the app is locked, and what `body` throws.
    public func change<Result: Sendable>(
        _ body: @Sendable (Vault, DataKey) async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        guard let key else { throw .forgottenKey }
        let result = try await body(vault, key)
        try await refresh()
        return result
    }

    /// Takes the lock away, and the vault with its key: store what it opened under another key first.
    /// - Throws: ``VaultError/forgottenKey`` if the app is locked, and what the places throw.
    public func remove() async throws(VaultError) {
        guard let key else { throw .forgottenKey }
        try await vault.wipe(with: key)
        if let slot = book.turn({ $0.ownerSlot }) { try? await owner?.delete(slot.name) }
        report { machine, _ in machine.lockRemoved() }
        try await refresh()
    }

    /// Looks again at what the device can do, what is set up, and what may be tried: when one of these may have changed,
    /// and from time to time during a lockout.
    /// - Throws: ``VaultError`` if the vault cannot be read; nothing opens by that.
    public func refresh() async throws(VaultError) {
        guard let status = try await Self.status(of: vault) else { return }
        let slot = status.ownerSlot
        let methods = UnlockMethods(await capabilities(), UnlockMethods.Choices(status, slot))
        let deliveries = book.turn { page in
            page.passcodeKind = status.passcodeKind
            page.ownerSlot = slot
            var actions = page.machine.methodsChanged(methods)
            // What the system said of its guard, no ledger takes back.
            if !page.wantsBinding || status.standing != .mayTry {
                actions += page.machine.standingRead(status.standing, at: clock.now())
            }
            return carryOut(actions, &page)
        }
        for deliver in deliveries { deliver() }
    }

    func capabilities() async -> UnlockMethods.Capabilities {
        await owner?.capabilities() ?? UnlockMethods.Capabilities()
    }

    private func methods() async throws(VaultError) -> UnlockMethods {
        let status = try await vault.status()
        book.turn { page in page.passcodeKind = status.passcodeKind }
        return UnlockMethods(await capabilities(), UnlockMethods.Choices(status, status.ownerSlot))
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
