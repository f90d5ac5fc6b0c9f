// SPDX-License-Identifier: MIT
import LockVault
import Passcode
import PicturePassword

/// The usual changes of the ways in, while the owner is in. All throw `VaultError.forgottenKey` if the app is locked.
extension AppLock {
    /// Sets or changes the passcode, and its kind.
    /// - Throws: what `Vault.setPasscode(_:kind:with:)` throws.
    public func setPasscode(_ passcode: consuming SecretBytes, kind: PasscodeKind) async throws(VaultError) {
        guard let key else { throw .forgottenKey }
        try await vault.setPasscode(passcode, kind: kind, with: key)
        try? await refresh()
    }

    /// Asks for the passcode of whoever is in, before they change something. It is counted like any other attempt.
    /// - Throws: what `Vault.unlock(passcode:)` throws.
    public func check(passcode: consuming SecretBytes) async throws(VaultError) {
        guard key != nil else { throw .forgottenKey }
        try await vault.unlock(passcode: passcode).forget()
    }

    /// Sets or changes the picture password; `nil` removes it.
    /// - Throws: what `Vault.setPicture(_:with:)` throws.
    public func setPicture(_ template: GestureTemplate?) async throws(VaultError) {
        guard let key else { throw .forgottenKey }
        if let template {
            try await vault.setPicture(template, with: key)
        } else {
            try await vault.removePicture(with: key)
        }
        try? await refresh()
    }
}
