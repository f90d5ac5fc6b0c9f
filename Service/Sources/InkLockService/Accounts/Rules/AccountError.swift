// SPDX-License-Identifier: MIT
import LockVault
import Passcode
import PicturePassword

/// Why the accounts did not do what was asked. No case carries a secret, or anything of what was tried.
package enum AccountError: Error, Hashable, Sendable {
    /// See ``AccountName``.
    case unfitName
    /// Another account has it.
    case nameTaken
    /// The operator does not offer new accounts.
    case closedToNewAccounts
    /// Too easily guessed, or not of its kind.
    case passcodeRefused(PasscodePolicy.Refusal)
    /// Among the passwords that are tried first.
    case passcodeIsCommon
    /// Little but the account's or the service's name.
    case passcodeContainsName
    /// A short passcode or a drawing, on a device that the user has not signed in with.
    case knownDevicesOnly
    /// The picture is not in the catalogue.
    case unknownPicture
    /// More or fewer drawings than are enrolled.
    case drawingsMissing
    /// A drawing, the first being 1, was not taken.
    case drawingRefused(number: Int, DrawingRefusal)
    /// One part that is easily guessed.
    case drawingIsSimple
    /// There is no such session, or it has ended.
    case notSignedIn
    /// The account was changed while this change was made.
    case conflict
    /// The account has no such device.
    case unknownDevice
    /// The account has no such session.
    case unknownSession
    /// The challenge was not given to this browser, or too long ago, or was answered before.
    case staleChallenge
    /// What an authenticator made is not a passkey that is taken here.
    case passkeyRefused
    /// An account has it.
    case passkeyKnown
    /// See ``VaultRecord/deviceOwnerLimit``.
    case tooManyPasskeys
    /// The account has no such passkey.
    case unknownPasskey
    /// See ``PasskeyName``.
    case unfitPasskeyName
    /// Browsers know no passkeys where this service is.
    case passkeysUnavailable
    /// A note was not kept or removed.
    case note(NoteRefusal)
    /// This client asks too often.
    case throttled(seconds: Int)
    /// What the account's vault said.
    case vault(VaultError)

    init(drawing number: Int, _ refusal: Enrolment<RasterVerifier>.Refusal) {
        self = .drawingRefused(number: number, DrawingRefusal(refusal))
    }
}

/// Why a drawing was not taken, without the shape it was found to be.
package enum DrawingRefusal: Hashable, Sendable {
    case empty, tooShort, oneSpot, common, tooManyFingers, different

    init(_ refusal: Enrolment<RasterVerifier>.Refusal) {
        switch refusal {
        case .empty: self = .empty
        case .tooShort: self = .tooShort
        case .oneSpot: self = .oneSpot
        case .common: self = .common
        case .tooManyFingers: self = .tooManyFingers
        case .different: self = .different
        }
    }
}
