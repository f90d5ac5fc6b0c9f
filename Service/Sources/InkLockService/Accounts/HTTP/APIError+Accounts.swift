// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import Passcode

extension APIError {
    init(_ error: AccountError) {
        switch error {
        case .unfitName:
            self.init(
                .unprocessableContent, "unfit-name",
                "A name has 1 to 64 letters, digits, spaces or the characters . _ - @ +.")
        case .nameTaken: self.init(.conflict, "name-taken", "That name is taken. Choose another.")
        case .closedToNewAccounts:
            self.init(.forbidden, "closed", "New accounts cannot be made here. Ask whoever runs this service.")
        case .passcodeRefused(let refusal): self.init(refusal)
        case .unknownPicture:
            self.init(.unprocessableContent, "unknown-picture", "Choose one of the pictures offered here.")
        case .drawingsMissing:
            self.init(.unprocessableContent, "drawings-missing", "Three drawings of the same are needed.")
        case .drawingRefused(let number, let refusal):
            self.init(.unprocessableContent, "drawing-refused", "Drawing \(number): \(refusal.sentence)")
        case .notSignedIn: self.init(.unauthorized, "not-signed-in", "Sign in first.")
        case .note(let refusal): self.init(refusal)
        case .staleChallenge:
            self.init(.unauthorized, "stale-challenge", "That took too long, or was done before. Try again.")
        case .passkeyRefused:
            self.init(.unprocessableContent, "passkey-refused", "That passkey cannot be used here. Make another.")
        case .passkeyKnown: self.init(.conflict, "passkey-known", "That passkey is in use already.")
        case .tooManyPasskeys:
            self.init(.conflict, "too-many-passkeys", "There are too many passkeys. Remove one first.")
        case .unknownPasskey:
            self.init(.notFound, "unknown-passkey", "There is no such passkey. Load this page anew.")
        case .unfitPasskeyName:
            self.init(.unprocessableContent, "unfit-passkey-name", "A passkey's name has 1 to 64 characters.")
        case .passkeysUnavailable:
            self.init(
                .conflict, "passkeys-unavailable",
                "Browsers know passkeys only over https, and at http://localhost. Whoever runs this service sets --origin."
            )
        case .throttled(let seconds):
            self.init(
                .tooManyRequests, "too-many-requests", "Too many requests from here. Wait a little.",
                retryAfterSeconds: seconds)
        case .vault(let error): self.init(error)
        }
    }

    private init(_ refusal: PasscodePolicy.Refusal) {
        switch refusal {
        case .tooShort: self.init(.unprocessableContent, "passcode-too-short", "The passcode is too short.")
        case .tooLong: self.init(.unprocessableContent, "passcode-too-long", "The passcode is too long.")
        case .wrongCharacters:
            self.init(
                .unprocessableContent, "passcode-characters", "The passcode has characters that its kind does not take."
            )
        case .fewDifferent, .keyboardRow, .word, .habit:
            self.init(
                .unprocessableContent, "passcode-common", "Many people choose that passcode. Choose another.")
        }
    }

    private init(_ refusal: NoteRefusal) {
        switch refusal {
        case .conflict:
            self.init(.conflict, "conflict", "The note was changed elsewhere meanwhile. Load the notes anew.")
        case .tooLarge: self.init(.contentTooLarge, "note-too-large", "The note is too large. Split it.")
        case .noRoom: self.init(.contentTooLarge, "no-room", "There is no room for more notes. Remove some.")
        }
    }

    private init(_ error: VaultError) {
        switch error {
        case .rejected(let standing): self.init(rejected: standing)
        case .refused(let standing): self.init(refused: standing)
        case .notEnrolled:
            self.init(.unauthorized, "not-enrolled", "The account is not opened this way. Choose another.")
        case .otherPicture:
            self.init(.conflict, "other-picture", "The password was drawn on another picture. Load this page anew.")
        case .unfitPasscode:
            self.init(
                .unprocessableContent, "passcode-characters", "That cannot be a passcode of this kind.")
        case .malformedRecoveryCode:
            self.init(
                .unprocessableContent, "malformed-recovery-code",
                "That is no recovery code: a character is wrong, missing or too much.")
        case .lastWayIn:
            self.init(.conflict, "last-way-in", "Nothing else would open the account. Set up another way in first.")
        case .noRoom: self.init(.contentTooLarge, "too-large", "The drawings are too large. Draw less.")
        case .busy:
            self.init(
                .serviceUnavailable, "busy", "Many people are signing in. Try again in a moment.", retryAfterSeconds: 5)
        case .cancelled, .conflict:
            self.init(
                .serviceUnavailable, "busy", "Somebody else changed this just now. Try again.", retryAfterSeconds: 1)
        case .missing: self.init(.unauthorized, "not-signed-in", "Sign in first.")
        case .samePasscode, .foreignKey, .forgottenKey, .exists, .damaged, .unsupportedVersion, .tooMuchWork,
            .deviceKeyMissing, .deviceKeyUnusable, .exposed, .storage:
            self.init(
                .internalServerError, "internal",
                "Something is wrong here. Whoever runs this service finds it in the log.")
        }
    }

    /// It was wrong.
    private init(rejected standing: AttemptStanding) {
        switch standing {
        case .mayTry: self.init(.unauthorized, "rejected", "That did not open the account.")
        case .lockedOut(let seconds):
            self.init(
                .unauthorized, "rejected", "That did not open the account. Wait before you try again.",
                retryAfterSeconds: Self.whole(seconds))
        case .passcodeRequired, .recoveryRequired, .wiped: self.init(refused: standing)
        }
    }

    /// Nothing was tried.
    private init(refused standing: AttemptStanding) {
        switch standing {
        case .mayTry: self.init(.unauthorized, "rejected", "That did not open the account.")
        case .lockedOut(let seconds):
            self.init(
                .tooManyRequests, "locked-out", "Too many wrong attempts. Wait before you try again.",
                retryAfterSeconds: Self.whole(seconds))
        case .passcodeRequired:
            self.init(.forbidden, "passcode-required", "Too many wrong drawings. Use the passcode.")
        case .recoveryRequired, .wiped:
            self.init(
                .forbidden, "recovery-required",
                "Too many wrong attempts from here. Use a device you signed in from before, or the recovery code.")
        }
    }

    static func whole(_ seconds: Double) -> Int { max(1, Int(seconds.rounded(.up))) }
}

extension DrawingRefusal {
    fileprivate var sentence: String {
        switch self {
        case .empty: "nothing was drawn."
        case .tooShort: "too little was drawn. Draw more."
        case .oneSpot: "everything lies in one spot. Use more of the picture."
        case .common: "many people draw that. Draw something else."
        case .tooManyFingers: "too many fingers."
        case .different: "it differs from those before it. Draw the same once more."
        }
    }
}
