// SPDX-License-Identifier: MIT

/// A way in.
public enum UnlockMethod: UInt8, Hashable, Sendable, CaseIterable {
    /// The device's sensor and, when that fails, the device's own passcode, both asked for by the system.
    case deviceOwner
    /// The device's sensor alone.
    case biometrics
    /// A passkey with user verification, asked for by the browser.
    case passkey
    /// The app's own passcode.
    case passcode
    /// A drawing on a picture.
    case picture
    /// The code that was printed when the lock was set up.
    case recoveryCode

    /// Whether the system asks, in a prompt of its own, rather than the app.
    public var isPrompt: Bool { self == .deviceOwner || self == .biometrics || self == .passkey }
}
