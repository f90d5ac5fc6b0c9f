// SPDX-License-Identifier: MIT
import PicturePassword

/// What somebody hands in to be let in.
package enum Proof: Sendable {
    /// UTF-8.
    case passcode([UInt8])
    /// A drawing, and the digest of the picture that was shown.
    case drawing(Gesture, pictureDigest: [UInt8])
    case recoveryCode(String)
    case passkey(PasskeyProof)
}

extension Proof: CustomStringConvertible, CustomReflectable {
    /// Not what it holds: that would end up in logs.
    package var description: String { "Proof" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
