// SPDX-License-Identifier: MIT
import LockFlow
import Passcode

/// What opens an account on a known device.
struct UnlockMethods: Hashable, Sendable {
    /// `nil` if no passcode does.
    var passcode: PasscodeKind?
    /// The name of the picture that is drawn on; `nil` if no drawing does.
    var picture: String?
    /// What may be tried now, from this device.
    var standing: AttemptStanding = .mayTry
    /// Whether the passcode is a passphrase, which opens the account on new devices as well.
    var opensNewDevices = false
}

/// What a client that names an account is told.
enum SignInOptions: Hashable, Sendable {
    /// The same for every name: a passkey, the recovery code or a passphrase opens an account, if there is one.
    case newDevice
    case knownDevice(UnlockMethods)
}
