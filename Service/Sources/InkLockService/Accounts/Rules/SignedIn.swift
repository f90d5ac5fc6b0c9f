// SPDX-License-Identifier: MIT
import LockVault

/// The result of a successful sign-in.
package struct SignedIn: Sendable {
    let session: SessionInfo
    /// The session token, for the cookie.
    package let token: CookieToken
    let device: CookieToken
    /// The value of the device cookie.
    package var deviceText: String { device.text }
    let notesKey: NotesKey
    /// A new recovery code, to be shown once.
    package var recoveryCode: RecoveryCode?
    /// The failed attempts since the owner last signed in.
    var failures = Failures()
}

/// The state of a session for its user.
package struct SessionInfo: Hashable, Sendable {
    /// The account's passkeys, oldest first.
    let passkeys: [PasskeyInfo]
    let account: AccountID
    /// The account name as its owner entered it.
    let name: String
    /// The unlock methods on this device.
    let methods: AccountMethods
    /// The time in milliseconds until the session ends if no further request arrives.
    let remainingMilliseconds: Int64
}
