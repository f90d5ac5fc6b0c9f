// SPDX-License-Identifier: MIT
import LockFlow

/// Why a vault did not do what was asked. No case carries a secret, or anything of what was tried.
public enum VaultError: Error, Hashable, Sendable {
    // What was tried.

    /// It was wrong, and this may be tried next.
    case rejected(AttemptStanding)
    /// Nothing was tried: this is what may be tried now. The answer does not depend on what was about to be tried.
    case refused(AttemptStanding)
    /// The vault has no way in of this kind.
    case notEnrolled
    /// The drawing was made on another picture than the one enrolled.
    case otherPicture
    /// Not a passcode of the vault's kind: empty, too long, or of other characters; or, from a lock that judges them, a passcode
    /// or a drawing that is too easy to guess. Nothing was counted.
    case unfitPasscode
    /// The passcode and the duress passcode would be the same.
    case samePasscode
    /// Not a recovery code, whoever's: look at it again. Nothing was tried.
    case malformedRecoveryCode(RecoveryCodeFault)

    // The key that was handed in.

    /// It belongs to another vault, or to one that this one replaced.
    case foreignKey
    /// It has been forgotten: unlock first.
    case forgottenKey
    /// Without it nothing, or nothing but a picture, would be left to open the vault: set up another way in first.
    case lastWayIn
    /// There are ``VaultRecord/deviceOwnerLimit`` of them already, or the slot's metadata is too long.
    case noRoom

    // The vault and what stands beside it.

    /// There is no such thing in the store, and there never was as far as can be told.
    case missing
    /// There is one already.
    case exists
    /// What is stored is no vault's record, or not the whole of one: restore it from a backup.
    case damaged
    /// Written by a later InkLock: open it with that one.
    case unsupportedVersion(UInt8)
    /// The record asks for more work than this device is willing to do; see ``ScryptCost/Limits``.
    case tooMuchWork
    /// There is no device key: only the recovery code opens the vault.
    case deviceKeyMissing
    /// The device key cannot be used: it is not 32 bytes, or others can read it.
    case deviceKeyUnusable
    /// Others can read or write a file or a folder that is the owner's alone, or it is not the owner's: `chmod 600`, `chmod 700`.
    case exposed

    // Circumstances. All may be tried again.

    /// Too many wait to be served. Nothing was counted.
    case busy
    /// The caller's task was cancelled. If that was before the comparison, nothing was counted.
    case cancelled
    /// Somebody else changed the vault or its ledger at the same time.
    case conflict
    /// The system refused a call.
    case storage(SystemCall, code: Int32)
}

/// A call to the operating system, for ``VaultError/storage(_:code:)``.
public enum SystemCall: UInt8, Hashable, Sendable {
    /// One on a file or a folder: the code is `errno`.
    case open, read, write, sync, lock, rename, remove, status
    /// A database's: the code is its own.
    case database
    /// A keychain's, a key ring's or a security chip's: the code is its own.
    case keyService
}
