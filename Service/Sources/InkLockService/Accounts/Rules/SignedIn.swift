// SPDX-License-Identifier: MIT
import LockVault

/// A user who has just been let in.
package struct SignedIn: Sendable {
    let session: SessionInfo
    /// For the cookies.
    package let token: CookieToken
    let device: CookieToken
    /// What the device's cookie says.
    package var deviceText: String { device.text }
    let notesKey: NotesKey
    /// A new one, to be shown once.
    package var recoveryCode: RecoveryCode?
    /// What went wrong since the owner was last in.
    var failures = Failures()
}

/// What a user who is signed in is told about it.
package struct SessionInfo: Hashable, Sendable {
    /// The oldest first.
    let passkeys: [PasskeyInfo]
    let account: AccountID
    /// As its owner wrote it.
    let name: String
    /// What opens the account on this device.
    let methods: UnlockMethods
    /// Until the session ends if nothing more is asked.
    let remainingMilliseconds: Int64
}
