// SPDX-License-Identifier: MIT
import LockFlow
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

/// The answer to a client that names an account.
enum SignInOptions: Hashable, Sendable {
    /// The same for every name: a passkey, the recovery code or a passphrase opens an account, if there is one.
    case newDevice
    case knownDevice(AccountMethods)
}
