// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import Passkey

/// What goes out. `/api/openapi.json` describes it.
enum AccountAnswer {
    /// Which ways in there are, and what may be tried.
    struct Methods: Encodable {
        let passcode: String?
        let picture: String?
        let standing: String
        let retryAfterSeconds: Int?
        /// `nil` for whoever is not signed in.
        let passkeys: [Passkey]?

        init(_ info: SessionInfo) {
            self.init(info.methods, passkeys: info.passkeys.map { Passkey($0) })
        }

        init(_ options: SignInOptions, passkeys: [Passkey]? = nil) {
            self.passkeys = passkeys
            passcode = options.passcode?.word
            picture = options.picture
            switch options.standing {
            case .mayTry: (standing, retryAfterSeconds) = ("mayTry", nil)
            case .lockedOut(let seconds): (standing, retryAfterSeconds) = ("lockedOut", APIError.whole(seconds))
            case .passcodeRequired: (standing, retryAfterSeconds) = ("passcodeRequired", nil)
            case .recoveryRequired, .wiped: (standing, retryAfterSeconds) = ("recoveryRequired", nil)
            }
        }
    }

    struct Passkey: Encodable {
        /// In base 64.
        let id: Data
        let name: String
        /// Milliseconds since 1970.
        let createdAt: Int64
        let usesPRF: Bool

        init(_ passkey: PasskeyInfo) {
            id = Data(passkey.credentialID)
            name = passkey.name
            createdAt = passkey.created
            usesPRF = passkey.usesPRF
        }
    }

    struct PasskeyOptions: Encodable {
        let challenge: Data
        let rpId: String
        let prfSalt: Data
        let userId: Data?
        let name: String?
        let exclude: [Data]?

        init(_ challenge: [UInt8], _ relyingParty: RelyingParty, _ options: InkLockService.PasskeyOptions?) {
            self.challenge = Data(challenge)
            rpId = relyingParty.id
            prfSalt = Data(PRFKey.salt)
            userId = options?.account.bytes
            name = options?.name
            exclude = options?.known.map { Data($0) }
        }
    }

    struct Session: Encodable {
        let name: String
        let methods: Methods
        let endsInSeconds: Int
        /// Shown once.
        let recoveryCode: String?
        /// Given once to whoever has just opened the account.
        let notesKey: String?

        init(_ info: SessionInfo) {
            name = info.name
            methods = Methods(info)
            endsInSeconds = Int(info.remainingMilliseconds / 1000)
            (recoveryCode, notesKey) = (nil, nil)
        }

        init(_ signedIn: SignedIn) {
            name = signedIn.session.name
            methods = Methods(signedIn.session)
            endsInSeconds = Int(signedIn.session.remainingMilliseconds / 1000)
            recoveryCode = signedIn.recoveryCode?.text
            notesKey = signedIn.notesKey.text
        }
    }

    struct RecoveryCode: Encodable {
        let recoveryCode: String
    }

    struct Note: Encodable {
        /// 32 hexadecimal digits.
        let id: String
        let version: Int64
        /// In base 64.
        let sealed: Data
        /// Milliseconds since 1970.
        let changedAt: Int64

        init(_ note: InkLockService.Note) {
            id = note.id.text
            version = note.version
            sealed = note.sealed
            changedAt = note.changed
        }
    }

    struct NoteVersion: Encodable {
        let version: Int64
    }

    struct Nothing: Encodable {}

    struct Health: Encodable {
        let status: String
    }
}
