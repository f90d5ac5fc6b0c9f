// SPDX-License-Identifier: MIT
import Passcode

/// What became of a passcode, or of another way in.
public enum PasscodeAnswer: Hashable, Sendable {
    /// It was right.
    case accepted
    /// It was wrong, and another may be tried.
    case rejected
    /// No more may be tried for so many seconds.
    case lockedOut(seconds: Double)
    /// It could not be checked, or the person gave the other way up. Nothing is said to be wrong.
    case unavailable
}

/// Checks a passcode. Its bytes are overwritten when their life ends; copies are the app's to overwrite.
public typealias PasscodeCheck = @MainActor (consuming SecretBytes) async -> PasscodeAnswer
