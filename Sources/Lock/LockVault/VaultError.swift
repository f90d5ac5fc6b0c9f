// SPDX-License-Identifier: MIT
import LockFlow
import Passcode

/// An error of a vault. No case carries a secret or any part of an attempt's input.
public enum VaultError: Error, Hashable, Sendable {
    // Errors about an attempt.

    /// The attempt was wrong. The value states the attempts that are allowed next.
    case rejected(AttemptStanding)
    /// No attempt was made. The value states the attempts that are allowed now. It does not depend on the input.
    case refused(AttemptStanding)
    /// This unlock method is not set up.
    case notEnrolled
    /// The drawing was made on a different picture from the enrolled one.
    case otherPicture
    /// The passcode is empty, longer than 1,024 bytes or not UTF-8. Nothing was counted.
    ///
    /// A new passcode also fails with this error if it does not have the length or the characters of its kind. An
    /// attempt with such a passcode is a wrong passcode instead, and is counted.
    case invalidPasscode
    /// The passcode and the duress passcode would be the same.
    case samePasscode
    /// The text is not a valid recovery code. Ask the user to check it. Nothing was tried.
    case malformedRecoveryCode(RecoveryCodeError)

    // Errors about the data key that was passed.

    /// The key belongs to another vault, or to a vault that this one replaced.
    case keyFromOtherVault
    /// The key was erased. Unlock first.
    case keyErased
    /// Removing this method would leave none, or only a picture, to open the vault. Set up another method first.
    case lastMethod
    /// There already are ``VaultRecord/externalKeyLimit`` slots or 254 nested duress passcodes; or a slot's metadata, a
    /// template or a file is too long.
    case limitExceeded

    // Errors about the vault and its storage.

    /// There are no stored bytes, and no sign that there ever were any.
    case missing
    /// There already is a vault, or there are stored bytes.
    case exists
    /// The stored bytes are not a vault's record, or not a complete one. Restore it from a backup.
    case damaged
    /// The record was written by a later version of InkLock. Open it with that version.
    case unsupportedVersion(UInt8)
    /// The record, or the cost of a new passcode, requires more work than the limits of this device allow; see
    /// ``ScryptCost/Limits``.
    case tooMuchWork
    /// There is no device key. Only the recovery code opens the vault.
    case deviceKeyMissing
    /// The device key cannot be used: it is not 32 bytes, or other users can read it.
    case deviceKeyUnusable
    /// Other users can access a file or folder that must be accessible to its owner alone, or it belongs to another
    /// user. Use `chmod 600` and `chmod 700`.
    case insecurePermissions

    // Temporary errors. The operation may be repeated.

    /// Too many callers are waiting. Nothing was counted.
    case busy
    /// The caller's task was cancelled. If that was before the comparison, nothing was counted.
    case cancelled
    /// Another process or caller changed the vault or its ledger at the same time.
    case conflict
    /// A storage operation failed. `code` is an `errno`, a database's code or an `OSStatus`, depending on the
    /// operation.
    case storage(StorageOperation, code: Int32)

    // Errors of a lock, whose vault accepts these passcodes and drawings.

    /// The lock's rule refuses the new passcode. The value is the reason.
    case passcodeRefused(PasscodePolicy.Refusal)
    /// The lock's rule refuses the new picture password: its drawings are too easy to guess.
    case pictureRefused

    /// The drawings were enrolled with an app's own verifier, and the lock has none that could compare them. Pass the
    /// verifier to the lock.
    case verifierMissing
}

/// An operation on stored bytes, for ``VaultError/storage(_:code:)``.
public enum StorageOperation: UInt8, Hashable, Sendable {
    /// A call on a file or folder. The code is `errno`.
    case open, read, write, sync, lock, rename, remove, status
    /// A call of a database. The code is the database's own.
    case database
    /// A call of a keychain, a key ring or a security chip. The code is its own. That of a chip on Linux is one of
    /// `SystemFault`.
    case keyService
}
