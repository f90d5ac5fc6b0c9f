// SPDX-License-Identifier: MIT

/// A method of unlocking.
public enum UnlockMethod: UInt8, Hashable, Sendable, CaseIterable {
    /// The device's sensor or, when that fails, the device's own passcode. The system prompts for both.
    case deviceOwner
    /// The device's sensor alone.
    case biometrics
    /// A passkey with user verification. The browser prompts for it.
    case passkey
    /// The app's own passcode.
    case passcode
    /// A drawing on a picture.
    case picture
    /// The current recovery code, which the owner has printed or saved.
    case recoveryCode

    /// A Boolean value that indicates whether the system, not the app, shows the prompt.
    public var isPrompt: Bool {
        switch self {
        case .deviceOwner, .biometrics, .passkey: true
        case .passcode, .picture, .recoveryCode: false
        }
    }
}
