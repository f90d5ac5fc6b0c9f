// SPDX-License-Identifier: MIT
import LockVault

/// Somebody who has just been let in.
package struct SignedIn: Sendable {
    let session: SessionInfo
    /// For the cookies.
    package let token: CookieToken
    let device: CookieToken
    let notesKey: NotesKey
    /// A new one, to be shown once.
    var recoveryCode: RecoveryCode?
}

/// What somebody who is signed in is told about it.
package struct SessionInfo: Hashable, Sendable {
    /// The oldest first.
    let passkeys: [PasskeyInfo]
    let account: AccountID
    /// As its owner wrote it.
    let name: String
    /// What opens the account, and what strangers may try now.
    let methods: SignInOptions
    /// Until the session ends if nothing more is asked.
    let remainingMilliseconds: Int64
}
