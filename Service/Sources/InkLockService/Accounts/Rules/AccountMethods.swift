// SPDX-License-Identifier: MIT
import LockFlow
import LockVault
import Passcode

/// The methods that open an account on a known device.
struct AccountMethods: Hashable, Sendable {
    /// The kind of the passcode; `nil` if there is none.
    var passcode: PasscodeKind?
    /// The name of the picture of the picture password; `nil` if there is none.
    var picture: String?
    /// The attempts that this device may make now.
    var standing: AttemptStanding = .attemptsAllowed
    /// A Boolean value that indicates whether the passcode is a passphrase, which opens the account on new devices as
    /// well.
    var opensNewDevices = false
    /// An identifier that changes with the passcode, so that a browser detects a new one; `nil` without a passcode.
    var passcodeVersion: [UInt8]?
}

extension AccountMethods {
    /// - Parameters:
    ///   - account: The account as it is now.
    ///   - status: The state of its vault on a known device.
    init(_ account: AccountRow, _ status: VaultStatus) {
        self.init(
            passcode: status.passcodeKind, picture: status.hasPicture ? account.picture : nil,
            standing: status.standing, opensNewDevices: account.passphraseCost != nil,
            passcodeVersion: status.passcodeVersion)
    }
}

/// The answer to a client that names an account.
enum SignInOptions: Hashable, Sendable {
    /// The same for every name: a passkey, the recovery code or a passphrase opens an account, if there is one.
    case newDevice
    case knownDevice(AccountMethods)
}
