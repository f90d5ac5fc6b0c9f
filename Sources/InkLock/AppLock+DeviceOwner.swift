// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow
import LockVault
import Passcode

/// The device's owner as a way in: a random key that the system guards, and a slot of the vault that it opens.
extension AppLock {
    /// Lets the device's owner in from now on, or not any more.
    /// - Parameter guardian: `nil` for not any more.
    /// - Throws: ``LockSetupError``; with `VaultError.forgottenKey` if the app is locked.
    public func setDeviceOwner(_ guardian: SecretGuardian?) async throws(LockSetupError) {
        guard let key else { throw .vault(.forgottenKey) }
        let old = book.turn { $0.ownerSlot }
        if let guardian { try await bind(guardian, key) }
        if let old { try await unbind(old, key) }
        book.turn { page in page.wantsBinding = false }
        // It is done, whatever the screen knows of it.
        try? await refresh()
    }

    /// After fingers or faces have changed, the passcode vouches for those there are now.
    func bindAnew() async {
        let guardian = book.turn { page in page.wantsBinding ? page.ownerSlot?.guardian : nil }
        guard let guardian else { return }
        // If the device cannot guard anything now, the passcode stays the way in.
        try? await setDeviceOwner(guardian)
    }

    private func bind(_ guardian: SecretGuardian, _ key: DataKey) async throws(LockSetupError) {
        guard let owner else { throw .owner(.unavailable) }
        let name = "InkLock \(UUID().uuidString)"
        let guarded = SymmetricKey(size: .bits256)
        do throws(OwnerError) {
            let secret = SecretBytes(capacity: 32) { bytes in guarded.withUnsafeBytes { bytes.copyMemory(from: $0) } }
            try await owner.add(secret, named: name, for: guardian)
        } catch {
            throw .owner(error)
        }
        do throws(VaultError) {
            _ = try await vault.addDeviceOwner(
                key: guarded, metadata: OwnerSlot.metadata(guardian, name: name), with: key)
        } catch {
            try? await owner.delete(name)
            throw .vault(error)
        }
    }

    private func unbind(_ slot: OwnerSlot, _ key: DataKey) async throws(LockSetupError) {
        do throws(VaultError) { try await vault.removeDeviceOwner(slot.id, with: key) } catch {
            guard error == .notEnrolled else { throw .vault(error) }
        }
        // Nothing opens by what is left if the system does not let go of it.
        try? await owner?.delete(slot.name)
    }
}

/// Why the device's owner could not be made a way in.
public enum LockSetupError: Error, Hashable, Sendable {
    /// The system would not guard anything.
    case owner(OwnerError)
    /// The vault would not be changed.
    case vault(VaultError)
}

extension VaultStatus {
    /// The newest slot for the device's owner.
    var ownerSlot: OwnerSlot? { deviceOwners.reversed().lazy.compactMap(OwnerSlot.init).first }
}
