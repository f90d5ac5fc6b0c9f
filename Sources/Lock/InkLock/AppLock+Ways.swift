// SPDX-License-Identifier: MIT
import InkGeometry
import LockVault
import Passcode
import PicturePassword

/// The usual changes of the unlock methods, while the owner is in. All throw `VaultError.keyErased` if the app is locked.
extension AppLock {
    /// Sets or changes the passcode, and its kind.
    /// - Throws: what `Vault.setPasscode(_:kind:with:)` throws; `VaultError.invalidPasscode` also for a passcode that the
    ///   ``EnrolmentRule`` refuses.
    public func setPasscode(_ passcode: consuming SecretBytes, kind: PasscodeKind) async throws(VaultError) {
        guard let key else { throw .keyErased }
        guard parameters.enrolment.refusal(of: passcode, kind: kind) == nil else { throw .invalidPasscode }
        try await vault.setPasscode(passcode, kind: kind, with: key)
        try? await refresh()
    }

    /// Asks for the passcode once more, before something is changed. It is counted like any other attempt.
    /// - Throws: what `Vault.unlock(passcode:)` throws.
    public func check(passcode: consuming SecretBytes) async throws(VaultError) {
        guard key != nil else { throw .keyErased }
        try await vault.unlock(passcode: passcode).forget()
    }

    /// Sets or changes the picture password; `nil` removes it.
    /// - Parameters:
    ///   - template: the drawings of the enrolment.
    ///   - map: the picture's places, which make a drawing easier to guess; without, the drawing is judged as on a picture that
    ///     has none.
    /// - Throws: what `Vault.setPicture(_:with:)` throws; `VaultError.invalidPasscode` for a drawing that the ``EnrolmentRule``
    ///   refuses.
    public func setPicture(_ template: GestureTemplate?, over map: SaliencyMap? = nil) async throws(VaultError) {
        guard let key else { throw .keyErased }
        if let template {
            guard parameters.enrolment.takes(template, over: map ?? SaliencyMap(size: Size(width: 320, height: 320)))
            else { throw .invalidPasscode }
            try await vault.setPicture(template, with: key)
        } else {
            try await vault.removePicture(with: key)
        }
        try? await refresh()
    }
}
