// SPDX-License-Identifier: MIT
import CodeNames
import Foundation
import LockFlow
import Passkey

/// Response bodies, as described by `/api/openapi.json`.
enum AccountAnswer {
    /// The two kinds of devices that want to sign in.
    enum DeviceKind: CaseIterable { case new, known }

    /// The response to clients that are not a known device. It is the same for every name.
    struct NewDeviceOptions: Encodable {
        let device = CodeName.of(DeviceKind.new)
        let standing = AttemptStanding.attemptsAllowed.names.standing
        /// A Boolean value that indicates whether passkeys work at this address.
        let passkey: Bool
        let passphrase = true
        let recoveryCode = true
    }

    /// The response to a known device.
    struct KnownDeviceOptions: Encodable {
        let device = CodeName.of(DeviceKind.known)
        let passkey: Bool
        let passcode: String?
        let picture: String?
        let standing: String
        let reason: String?
        let retryAfterSeconds: Int?

        init(_ methods: AccountMethods, passkey: Bool) {
            self.passkey = passkey
            passcode = methods.passcode.map { CodeName.of($0) }
            picture = methods.picture
            (standing, reason, retryAfterSeconds) = methods.standing.names
        }
    }

    enum SignInOptions: Encodable {
        case new(NewDeviceOptions)
        case known(KnownDeviceOptions)

        init(_ options: InkLockService.SignInOptions, passkey: Bool) {
            switch options {
            case .newDevice: self = .new(NewDeviceOptions(passkey: passkey))
            case .knownDevice(let methods): self = .known(KnownDeviceOptions(methods, passkey: passkey))
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .new(let options): try options.encode(to: encoder)
            case .known(let options): try options.encode(to: encoder)
            }
        }
    }

    /// The unlock methods of an account, and the attempts that this device may make.
    struct Methods: Encodable {
        let passcode: String?
        let picture: String?
        let standing: String
        let reason: String?
        let retryAfterSeconds: Int?
        let passkeys: [Passkey]
        /// A Boolean value that indicates whether the passcode also opens the account on new devices.
        let opensNewDevices: Bool
        /// Hexadecimal digits that change with the passcode.
        let passcodeVersion: String?

        init(_ info: SessionInfo) {
            passkeys = info.passkeys.map { Passkey($0) }
            passcode = info.methods.passcode.map { CodeName.of($0) }
            picture = info.methods.picture
            opensNewDevices = info.methods.opensNewDevices
            passcodeVersion = info.methods.passcodeVersion.map { Hexadecimal.text(Data($0)) }
            (standing, reason, retryAfterSeconds) = info.methods.standing.names
        }
    }

    struct Passkey: Encodable {
        /// The credential ID, in base 64.
        let id: Data
        let name: String
        /// The creation time in milliseconds since 1970.
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
        /// The account's ID as 32 hexadecimal digits, for the field `InkLock-Account`.
        let account: String
        let name: String
        let methods: Methods
        let endsInSeconds: Int
        /// A new recovery code, to be shown once.
        let recoveryCode: String?
        /// The key of the notes, sent once to the browser that has just opened the account.
        let notesKey: String?
        /// The failed attempts since the owner last signed in. Omitted if there were none.
        let failures: Failures?

        init(_ info: SessionInfo) {
            self.init(info, nil)
        }

        init(_ signedIn: SignedIn) {
            self.init(signedIn.session, signedIn)
        }

        private init(_ info: SessionInfo, _ signedIn: SignedIn?) {
            account = info.account.text
            name = info.name
            methods = Methods(info)
            endsInSeconds = Int(info.remainingMilliseconds / 1000)
            recoveryCode = signedIn?.recoveryCode?.text
            notesKey = signedIn?.notesKey.text
            failures = signedIn.flatMap { Failures($0.failures) }
        }
    }

    struct Failures: Encodable {
        let count: Int
        /// The time of the last failed attempt in milliseconds since 1970.
        let lastAt: Int64?
        let onThisDevice: Int

        /// Creates the answer's form of the failed attempts.
        /// - Returns: `nil` if there were none.
        init?(_ failures: InkLockService.Failures) {
            guard failures.count > 0 else { return nil }
            count = failures.count
            lastAt = failures.lastAt
            onThisDevice = failures.onThisDevice
        }
    }

    struct Devices: Encodable {
        let devices: [Device]

        init(_ devices: [Accounts.DeviceInfo], _ session: Accounts.Session) {
            self.devices = devices.map { Device($0, session) }
        }
    }

    struct Device: Encodable {
        /// The device's ID as 32 hexadecimal digits.
        let id: String
        /// The kind of browser, omitted if it is unknown.
        let browser: String?
        /// The system, omitted if it is unknown.
        let system: String?
        /// The time of the first sign-in in milliseconds since 1970.
        let addedAt: Int64
        /// The time of the last use in milliseconds since 1970.
        let lastSeenAt: Int64
        let isCurrent: Bool
        /// The number of wrong attempts since the owner last signed in on this device.
        let failures: Int
        let sessions: [LiveSession]

        struct LiveSession: Encodable {
            /// The session's ID as 32 hexadecimal digits.
            let id: String
            /// The start time in milliseconds since 1970.
            let startedAt: Int64
            /// The time of the last use in milliseconds since 1970.
            let lastSeenAt: Int64
            let isCurrent: Bool
        }

        init(_ info: Accounts.DeviceInfo, _ session: Accounts.Session) {
            id = info.device.id.text
            browser = info.device.label.browser
            system = info.device.label.system
            addedAt = info.device.added
            lastSeenAt = max(info.device.seen, info.sessions.map(\.seen).max() ?? 0)
            isCurrent = info.device.id == session.device
            failures = info.device.failures
            sessions = info.sessions.map { live in
                LiveSession(
                    id: live.id.text, startedAt: live.began, lastSeenAt: live.seen, isCurrent: live.id == session.id)
            }
        }
    }

    struct RecoveryCode: Encodable {
        let recoveryCode: String
    }

    /// Returns the JSON of a note. None of its values needs escaping.
    static func json(_ note: Note) -> String {
        let sealed = note.sealed.base64EncodedString()
        return
            #"{"changedAt":\#(note.changed),"id":"\#(note.id.text)","sealed":"\#(sealed)","version":\#(note.version)}"#
    }

    struct NoteVersion: Encodable {
        let version: Int64
    }

    struct Nothing: Encodable {}

    struct Health: Encodable {
        let status: String

        static let ok = Health(status: "ok")
    }
}

extension AttemptStanding {
    /// The standing and its reason as messages name them, and the wait in whole seconds. A client treats a destroyed
    /// vault as one that needs recovery.
    var names: (standing: String, reason: String?, retryAfterSeconds: Int?) {
        switch self {
        case .attemptsAllowed: (CodeName.of(kind), nil, nil)
        case .lockedOut(let seconds): (CodeName.of(kind), nil, APIError.whole(seconds))
        case .passcodeRequired(let reason): (CodeName.of(kind), CodeName.of(reason), nil)
        case .recoveryRequired(let reason): (CodeName.of(kind), CodeName.of(reason), nil)
        case .wiped: (CodeName.of(Kind.recoveryRequired), nil, nil)
        }
    }
}
