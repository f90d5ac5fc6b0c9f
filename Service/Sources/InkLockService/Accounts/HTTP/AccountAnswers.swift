// SPDX-License-Identifier: MIT
import LockFlow

/// What goes out. `/api/openapi.json` describes it.
enum AccountAnswer {
    /// Which ways in there are, and what may be tried.
    struct Methods: Encodable {
        let passcode: String?
        let picture: String?
        let standing: String
        let retryAfterSeconds: Int?

        init(_ options: SignInOptions) {
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

    struct Session: Encodable {
        let name: String
        let methods: Methods
        let endsInSeconds: Int
        /// Shown once.
        let recoveryCode: String?

        init(_ info: SessionInfo, recoveryCode: String? = nil) {
            name = info.name
            methods = Methods(info.methods)
            endsInSeconds = Int(info.remainingMilliseconds / 1000)
            self.recoveryCode = recoveryCode
        }
    }

    struct RecoveryCode: Encodable {
        let recoveryCode: String
    }

    struct Nothing: Encodable {}

    struct Health: Encodable {
        let status: String
    }
}
