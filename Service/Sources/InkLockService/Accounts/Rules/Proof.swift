// SPDX-License-Identifier: MIT
import PicturePassword

/// What a client hands in to be let in.
package enum Proof: Sendable {
    case passcode(PasscodeText)
    /// A drawing, and the digest of the picture that was shown.
    case drawing(Gesture, pictureDigest: [UInt8])
    case recoveryCode(String)
    case passkey(PasskeyProof)

    var canBeGuessed: Bool {
        switch self {
        case .passcode, .drawing: true
        case .recoveryCode, .passkey: false
        }
    }

    var isPasskey: Bool {
        if case .passkey = self { return true }
        return false
    }
}

extension Proof: CustomStringConvertible, CustomReflectable {
    /// Not what it holds: that would end up in logs.
    package var description: String { "Proof" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
