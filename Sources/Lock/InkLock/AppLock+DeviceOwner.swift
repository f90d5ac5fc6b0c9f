// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow
import LockVault
import Passcode

/// Unlocking by the device's owner: a random key that the system protects, and a slot of the vault that it opens.
extension AppLock {
    /// Sets up or removes unlocking by the device's owner.
    ///
    /// Changes are made one at a time, in the order of their calls, because the system may ask the owner before it
    /// stores a key. The last one counts. ``LockSnapshot/deviceOwner`` is the current choice.
    /// - Parameter accessControl: The access control of the key; `nil` to remove the method.
    /// - Throws: ``LockSetupError``. If the app is locked, that is ``LockSetupError/vault(_:)`` with
    ///   `VaultError.keyErased`.
    public func setDeviceOwner(_ accessControl: AccessControl?) async throws(LockSetupError) {
        guard let asking = dataKey else { throw .vault(.keyErased) }
        let turn = await beginOwnerChange(askedWith: asking)
        defer { turn.end() }
        guard let key = turn.key else { throw .vault(.keyErased) }
        try await changeDeviceOwner(to: accessControl, with: key)
    }

    /// Sets up unlocking by the device's owner again after the enrolled fingers or faces changed. The passcode, or a
    /// drawing where there is no passcode, has authenticated the owner.
    ///
    /// A duress passcode has not: bound to its key, a finger would open its data from then on, not the owner's.
    func renewOwnerBinding() async {
        guard state.withLock({ $0.needsBinding }), let asking = dataKey, asking.belongsToOwner else { return }
        let turn = await beginOwnerChange(askedWith: asking)
        defer { turn.end() }
        // A change that was called before may have removed the method, or set it up again.
        let accessControl = state.withLock { storage in storage.needsBinding ? storage.ownerSlot?.accessControl : nil }
        guard let accessControl, let key = turn.key else { return }
        // If the device cannot protect a key now, the other methods remain.
        try? await changeDeviceOwner(to: accessControl, with: key)
    }

    /// Waits for the changes of unlocking by the device's owner that were called before. What they leave decides, so
    /// read it only then.
    /// - Parameter asking: The key with which the change was called.
    /// - Returns: The key to make the change with, and a function that ends the turn. The key is `nil` if the app is
    ///   locked, or if another passcode has opened it or another vault has replaced this one meanwhile.
    func beginOwnerChange(askedWith asking: DataKey) async -> (key: DataKey?, end: @Sendable () -> Void) {
        let turn = state.beginOwnerChange()
        await turn.former?.value
        guard let key = dataKey, key.vault == asking.vault, key.hasSameRole(as: asking) else { return (nil, turn.end) }
        return (key, turn.end)
    }

    private func changeDeviceOwner(
        to accessControl: AccessControl?, with key: DataKey
    ) async throws(LockSetupError) {
        // An interrupted change may have left more than one slot.
        var old = Set(try await ownerSlots())
        if let known = state.withLock({ $0.ownerSlot }) { old.insert(known) }
        if let accessControl { try await bind(accessControl, key) }
        var failure: LockSetupError?
        do throws(LockSetupError) { for slot in old { try await unbind(slot, key) } } catch { failure = error }
        // The new key opens the app even if the removal of an old one failed.
        state.withLock { storage in storage.needsBinding = false }
        await showChange()
        if let failure { throw failure }
    }

    func bind(_ accessControl: AccessControl, _ key: DataKey) async throws(LockSetupError) {
        guard let owner else { throw .owner(.unavailable) }
        let name = OwnerSlot.newName
        let guarded = SymmetricKey(size: .bits256)
        do throws(OwnerError) {
            let secret = SecretBytes(capacity: 32) { bytes in guarded.withUnsafeBytes { bytes.copyMemory(from: $0) } }
            try await owner.add(secret, named: name, for: accessControl)
        } catch {
            throw .owner(error)
        }
        do throws(VaultError) {
            _ = try await vault.addExternalKey(
                guarded, metadata: OwnerSlot.metadata(accessControl, name: name), with: key)
        } catch {
            try? await owner.delete(name)
            throw .vault(error)
        }
    }

    private func ownerSlots() async throws(LockSetupError) -> [OwnerSlot] {
        do throws(VaultError) { return try await vault.status().externalKeys.compactMap(OwnerSlot.init) } catch {
            throw .vault(error)
        }
    }

    private func unbind(_ slot: OwnerSlot, _ key: DataKey) async throws(LockSetupError) {
        do throws(VaultError) { try await vault.removeExternalKey(slot.id, with: key) } catch {
            guard error == .notEnrolled else { throw .vault(error) }
        }
        // If the system fails to delete the key, it opens nothing.
        try? await owner?.delete(slot.name)
    }
}

/// The reason why unlocking by the device's owner could not be set up.
public enum LockSetupError: Error, Hashable, Sendable {
    /// The system could not protect a key.
    case owner(OwnerError)
    /// The vault could not be changed.
    case vault(VaultError)
}

extension VaultStatus {
    /// The newest slot for the device's owner.
    var ownerSlot: OwnerSlot? { externalKeys.reversed().lazy.compactMap(OwnerSlot.init).first }
}
