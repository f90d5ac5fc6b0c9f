// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import Passcode

/// Renewal of the data key, after which old copies of the vault cannot open new data.
extension AppLock {
    /// Creates a new data key. Old copies of the vault cannot open data that is sealed under it. The app stays
    /// unlocked.
    ///
    /// Verify the passcode first with ``verify(passcode:)``. Reseal all data from `previous` to `key` of the result,
    /// then call ``finishRenewal()``. If the app locks or is killed in between, both keys are erased, and
    /// ``previousDataKey()`` returns the old key again after the next unlocking. The method waits for changes of
    /// unlocking by the device's owner that were called before; see ``setDeviceOwner(_:)``.
    /// - Parameters:
    ///   - passcode: The new passcode, which may equal the current one.
    ///   - kind: The passcode's kind.
    /// - Returns: Both keys and the new recovery code. The device's owner gets a new guarded key, if the system can
    ///   protect one. Under a duress passcode, unlocking by the device's owner is removed.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the other errors of
    ///   `Vault.renewDataKey(passcode:kind:externalKeys:with:)` and of ``setPasscode(_:kind:)``.
    public func renewDataKey(passcode: consuming SecretBytes, kind: PasscodeKind) async throws(VaultError) -> RenewedKey
    {
        let asking = try unlockedKey()
        try parameters.enrolment.check(passcode, kind: kind)
        let turn = await beginOwnerChange(askedWith: asking)
        defer { turn.end() }
        guard let key = turn.key else { throw .keyErased }
        let slots = try await vault.status().externalKeys.compactMap(OwnerSlot.init)
        let renewed = try await vault.renewDataKey(passcode: passcode, kind: kind, with: key)
        let isOpen = state.withLock { storage in
            let isOpen = storage.key === key
            if isOpen { storage.begin(with: renewed.key) } else { renewed.key.erase() }
            storage.keepPrevious(renewed.previous, of: renewed.key)
            storage.needsBinding = false
            return isOpen
        }
        // After a duress passcode, a finger would open its data from then on, not the owner's.
        if let slot = slots.last, isOpen, renewed.key.belongsToOwner {
            // If the device cannot protect a key now, the other methods remain.
            try? await bind(slot.accessControl, renewed.key)
        }
        await delete(slots)
        await showChange()
        return renewed
    }

    /// Returns the key that the last renewal replaced, while that renewal is incomplete; `nil` if there is no data to
    /// reseal. The key is erased when the app locks.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the errors of the storage.
    public func previousDataKey() async throws(VaultError) -> DataKey? {
        let key = try unlockedKey()
        guard let previous = try await vault.previousDataKey(with: key) else { return nil }
        guard state.withLock({ $0.keepPrevious(previous, of: key) }) else { throw .keyErased }
        return previous
    }

    /// Completes a renewal after all data was sealed under the new key.
    /// - Throws: `VaultError.keyErased` if the app is locked, and the errors of the storage.
    public func finishRenewal() async throws(VaultError) {
        try await vault.finishRenewal(with: try unlockedKey())
    }
}
