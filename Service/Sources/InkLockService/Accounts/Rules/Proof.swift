// SPDX-License-Identifier: MIT
import PicturePassword

/// A secret or an assertion with which a client opens an account.
package enum Proof: Sendable {
    case passcode(TypedPasscode)
    /// A drawing, with the digest of the picture that was shown.
    case drawing(PictureGesture, pictureDigest: [UInt8])
    case recoveryCode(String)
    case passkey(PasskeyProof)

    var canBeGuessed: Bool {
        switch self {
        case .passcode, .drawing: true
        case .recoveryCode, .passkey: false
        }
    }

    var isDrawing: Bool {
        if case .drawing = self { return true }
        return false
    }

    var isPasskey: Bool {
        if case .passkey = self { return true }
        return false
    }
}

extension Proof: CustomStringConvertible, CustomReflectable {
    /// Omits the contents, which would otherwise appear in logs.
    package var description: String { "Proof" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
