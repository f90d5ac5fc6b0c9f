// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import Passcode
import PicturePassword

/// An error of the accounts. No case contains a secret or any part of an attempt's input.
package enum AccountError: Error, Hashable, Sendable {
    /// The name is not a valid ``AccountName``.
    case invalidName
    /// Another account has the name.
    case nameTaken
    /// The operator has disabled the account. This error is thrown only after a proof that opens the account.
    case accountDisabled
    /// The operator does not allow new accounts.
    case closed
    /// The policy rejects the passcode: it is too easy to guess, or does not fit its kind.
    case passcodeRefused(PasscodePolicy.Refusal)
    /// The passcode is among the most common passwords.
    case passcodeCommon
    /// The passcode consists mainly of the account's or the service's name.
    case passcodeContainsName
    /// The passcode or drawing was wrong on a known device. The values are the attempts that are allowed next, and the
    /// number of wrong ones that are left before the method no longer signs in.
    case rejected(AttemptStanding, left: Int)
    /// The new passcode equals the current one.
    case passcodeUnchanged
    /// A short passcode or a drawing was tried on a new device.
    case knownDevicesOnly
    /// The picture is not in the catalogue.
    case unknownPicture
    /// The number of drawings is not the number that an enrolment needs.
    case drawingsMissing
    /// A drawing was rejected. Drawings are numbered from 1.
    case drawingRefused(number: Int, EnrolmentError.Kind)
    /// The session does not exist or has ended.
    case notSignedIn
    /// Another request changed the account at the same time.
    case conflict
    /// The account has no such device.
    case unknownDevice
    /// The account has no such session.
    case unknownSession
    /// The challenge was issued to another browser, has expired or was used before.
    case staleChallenge
    /// The passkey registration is not valid or not supported.
    case passkeyRefused
    /// An account already has the passkey.
    case passkeyKnown
    /// The account has ``VaultRecord/externalKeyLimit`` passkeys.
    case tooManyPasskeys
    /// The account has no such passkey.
    case unknownPasskey
    /// The name is not a valid ``PasskeyName``.
    case invalidPasskeyName
    /// Browsers do not support passkeys at this service's address.
    case passkeysUnavailable
    /// A note was not saved or removed.
    case note(NoteError)
    /// The client exceeds a rate limit.
    case tooManyRequests(seconds: Int)
    /// Too many requests of this kind are under way.
    case busy
    /// The account's vault reported an error.
    case vault(VaultError)
    /// The database reported an error.
    case store(StoreError)

    init(drawing number: Int, _ refusal: EnrolmentError) {
        self = .drawingRefused(number: number, refusal.kind)
    }
}
