// SPDX-License-Identifier: MIT
import HTTPTypes
import LockFlow
import LockVault
import Passcode
import PicturePassword

extension APIError {
    init(_ error: AccountError) {
        switch error {
        case .invalidName:
            self.init(
                .unprocessableContent, .invalidName,
                "A name has 1 to 64 letters, digits, spaces or the characters . _ - @ +.")
        case .nameTaken: self.init(.conflict, .nameTaken, "That name is taken. Choose another.")
        case .accountDisabled:
            self.init(.forbidden, .accountDisabled, "This account is disabled. Contact the operator.")
        case .closed:
            self.init(.forbidden, .closed, "This service does not accept new accounts. Contact the operator.")
        case .passcodeRefused(let refusal): self.init(refusal)
        case .passcodeCommon:
            self.init(
                .unprocessableContent, .passcodeCommon,
                "This passcode is easy to guess. Choose another.")
        case .passcodeContainsName:
            self.init(
                .unprocessableContent, .passcodeContainsName,
                "The passcode consists mostly of your name or the service's. Choose another.")
        case .rejected(let standing, let left):
            self.init(rejected: standing)
            attemptsLeft = left > 0 ? left : nil
        case .passcodeUnchanged:
            self.init(.unprocessableContent, .passcodeUnchanged, "That is the current passcode. Choose another.")
        case .knownDevicesOnly:
            self.init(
                .forbidden, .knownDevicesOnly,
                "A short passcode or a drawing works only on a device you have signed in on before. Use a passkey, the recovery code or a passphrase."
            )
        case .unknownPicture:
            self.init(.unprocessableContent, .unknownPicture, "Choose one of the pictures offered here.")
        case .drawingsMissing:
            self.init(.unprocessableContent, .drawingsMissing, "Three drawings of the same password are required.")
        case .drawingRefused(let number, let refusal):
            self.init(.unprocessableContent, .drawingRefused, "Drawing \(number): \(refusal.sentence)")
        case .notSignedIn: self.init(.unauthorized, .notSignedIn, "Sign in first.")
        case .conflict:
            self.init(.conflict, .conflict, "The account was changed elsewhere at the same time. Try again.")
        case .unknownDevice:
            self.init(.notFound, .unknownDevice, "There is no such device. Reload this page.")
        case .unknownSession:
            self.init(.notFound, .unknownSession, "There is no such session. Reload this page.")
        case .note(let refusal): self.init(refusal)
        case .staleChallenge:
            self.init(.unauthorized, .staleChallenge, "The request expired or was already used. Try again.")
        case .passkeyRefused:
            self.init(.unprocessableContent, .passkeyRefused, "This passkey cannot be used here. Create another.")
        case .passkeyKnown: self.init(.conflict, .passkeyKnown, "This passkey is already in use.")
        case .tooManyPasskeys:
            self.init(.conflict, .tooManyPasskeys, "You have too many passkeys. Remove one first.")
        case .unknownPasskey:
            self.init(.notFound, .unknownPasskey, "There is no such passkey. Reload this page.")
        case .invalidPasskeyName:
            self.init(.unprocessableContent, .invalidPasskeyName, "A passkey's name has 1 to 64 characters.")
        case .passkeysUnavailable:
            self.init(
                .conflict, .passkeysUnavailable,
                "Passkeys require https or http://localhost. The operator must set --origin."
            )
        case .tooManyRequests(let seconds):
            self.init(
                .tooManyRequests, .tooManyRequests, "There were too many requests. Wait a moment, then try again.",
                retryAfterSeconds: seconds)
        case .busy: self.init(VaultError.busy)
        case .vault(let error): self.init(error)
        case .store(let error): self.init(error)
        }
    }

    private init(_ refusal: PasscodePolicy.Refusal) {
        switch refusal {
        case .tooShort: self.init(.unprocessableContent, .passcodeTooShort, "The passcode is too short.")
        case .tooLong: self.init(.unprocessableContent, .passcodeTooLong, "The passcode is too long.")
        case .wrongCharacters:
            self.init(
                .unprocessableContent, .passcodeWrongCharacters,
                "The passcode contains characters that are not allowed for its kind."
            )
        case .fewDifferent, .keyboardRow, .word, .pattern:
            self.init(
                .unprocessableContent, .passcodeCommon, "This passcode is easy to guess. Choose another.")
        }
    }

    private init(_ refusal: NoteError) {
        switch refusal {
        case .conflict:
            self.init(.conflict, .conflict, "The note was changed elsewhere meanwhile. Reload the notes.")
        case .tooLarge: self.init(.contentTooLarge, .noteTooLarge, "The note is too large. Split it.")
        case .noRoom: self.init(.contentTooLarge, .noRoom, "There is no space for more notes. Delete some.")
        case .noRoomInYoungAccount:
            self.init(
                .contentTooLarge, .noRoom,
                "A new account has room for only a few notes on its first day. Remove some, or wait until tomorrow.")
        }
    }

    private init(_ error: VaultError) {
        switch error {
        case .rejected(let standing): self.init(rejected: standing)
        case .refused(let standing): self.init(refused: standing)
        case .notEnrolled:
            self.init(.unauthorized, .notEnrolled, "The account cannot be opened with this method. Choose another.")
        case .otherPicture:
            self.init(.conflict, .otherPicture, "The password was drawn on another picture. Reload this page.")
        case .invalidPasscode:
            self.init(
                .unprocessableContent, .passcodeWrongCharacters, "This is not a valid passcode of this kind.")
        case .malformedRecoveryCode:
            self.init(
                .unprocessableContent, .malformedRecoveryCode,
                "This is not a recovery code: a character is wrong, missing or extra.")
        case .lastMethod:
            self.init(
                .conflict, .lastMethod,
                "This is the only way to unlock the account. Set up another passcode or picture first.")
        case .limitExceeded: self.init(.contentTooLarge, .tooLarge, "The drawings are too long. Draw shorter ones.")
        case .busy:
            self.init(
                .serviceUnavailable, .busy, "Many people are signing in. Try again in a moment.", retryAfterSeconds: 5)
        case .cancelled:
            self.init(.serviceUnavailable, .busy, "The request was cancelled. Try again.", retryAfterSeconds: 1)
        case .conflict, .exists: self.init(AccountError.conflict)
        case .missing: self.init(.unauthorized, .notSignedIn, "Sign in first.")
        case .samePasscode, .passcodeRefused, .pictureRefused, .verifierMissing, .keyFromOtherVault, .keyErased,
            .damaged, .unsupportedVersion, .tooMuchWork, .deviceKeyMissing, .deviceKeyUnusable, .insecurePermissions,
            .storage:
            self = Self.unexpected
        }
    }

    private init(_ error: StoreError) {
        switch error {
        case .missing: self.init(VaultError.missing)
        case .exists, .conflict: self.init(AccountError.conflict)
        case .disabled: self.init(AccountError.accountDisabled)
        case .cancelled: self.init(VaultError.cancelled)
        case .database where error.isFull, .server where error.isFull:
            self.init(
                Self.insufficientStorage, .storageFull,
                "The service is full. Remove notes, or contact the operator.")
        case .server(.otherVersion): self = Self.degraded
        case .database where error.isPassing, .server where error.isPassing:
            self.init(
                .serviceUnavailable, .busy, "The service is not ready. Try again in a moment.", retryAfterSeconds: 5)
        case .otherKey: self = Self.degraded
        case .damaged, .database, .server: self = Self.unexpected
        }
    }

    private static let unexpected = APIError(
        .internalServerError, .internal, "An unexpected error occurred. See the service’s log.")

    /// Creates the answer to a wrong credential.
    private init(rejected standing: AttemptStanding) {
        switch standing {
        case .attemptsAllowed: self.init(.unauthorized, .rejected, "That did not open the account.")
        case .lockedOut(let seconds):
            self.init(
                .unauthorized, .rejected, "That did not open the account. Wait before you try again.",
                retryAfterSeconds: Self.whole(seconds))
        case .passcodeRequired, .recoveryRequired, .wiped: self.init(refused: standing)
        }
    }

    /// Creates the answer to an attempt that was not made.
    private init(refused standing: AttemptStanding) {
        switch standing {
        case .attemptsAllowed: self.init(.unauthorized, .rejected, "That did not open the account.")
        case .lockedOut(let seconds):
            self.init(
                .tooManyRequests, .lockedOut, "Too many wrong attempts. Wait before you try again.",
                retryAfterSeconds: Self.whole(seconds))
        case .passcodeRequired:
            self.init(
                .forbidden, .passcodeRequired, "Too many wrong drawings. Use another method.",
                reason: standing.names.reason)
        case .recoveryRequired, .wiped:
            self.init(
                .forbidden, .recoveryRequired,
                "Too many wrong attempts on this device. Use a passkey, the recovery code or a passphrase.",
                reason: standing.names.reason)
        }
    }

    /// The status 507 (RFC 4918 §11.5).
    private static var insufficientStorage: HTTPResponse.Status {
        HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    }

    static func whole(_ seconds: Double) -> Int { max(1, Int(seconds.rounded(.up))) }
}

extension EnrolmentError.Kind {
    fileprivate var sentence: String {
        switch self {
        case .empty: "nothing was drawn."
        case .tooShort: "too little was drawn. Draw more."
        case .oneSpot: "everything lies in one spot. Use more of the picture."
        case .common: "many people draw that. Draw something else."
        case .tooManyFingers: "too many fingers."
        case .different: "it differs from those before it. Draw the same once more."
        case .tooFewPlaces: "it is in one place. Draw something in another place too."
        case .guessable: "it is easy to guess. Draw more, or in other places."
        case .tooSmall: "a figure is too small to be told from others. Draw it larger, or tap."
        }
    }
}
