// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// What a browser hands over when somebody used a passkey (WebAuthn Level 3 §7.2).
public struct PasskeyAssertion: Sendable {
    /// What the browser says of the request, as UTF-8 (§5.8.1): the signature covers its digest.
    public let clientDataJSON: [UInt8]
    /// What the authenticator says of itself and of the person (§6.1).
    public let authenticatorData: [UInt8]
    /// The credential's signature over the authenticator's data and the digest of the client's (§6.5.5).
    public let signature: [UInt8]

    /// All three as the browser gave them; nothing is checked before ``verify(challenge:credential:relyingParty:)``.
    public init(clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8]) {
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
    }

    /// The credential as it is to be kept from now on, if everything is as it must be. Which one it is, and whose, the caller
    /// has looked up by the identifier and the user handle.
    /// - Parameters:
    ///   - challenge: the one that was given, used up by this.
    ///   - credential: the passkey as it was kept last.
    ///   - relyingParty: the site that asked.
    /// - Throws: ``PasskeyError``. With ``PasskeyError/counter`` the signature was right, but there may be two of the
    ///   authenticator.
    /// - Complexity: O(bytes) and one signature.
    public func verify(
        challenge: [UInt8], credential: PasskeyCredential, relyingParty: RelyingParty
    ) throws(PasskeyError) -> PasskeyCredential {
        try ClientData.check(clientDataJSON, .assertion, challenge: challenge, relyingParty)
        let data = try AuthenticatorData(decoding: authenticatorData)
        try data.check(relyingParty)
        guard data.attested == nil, data.flags.contains(.backupEligible) == credential.isBackupEligible else {
            throw .flags
        }
        let key = try PublicKey(try CBORValue(decoding: credential.publicKey))
        guard key.isValid(signature, over: authenticatorData + SHA256.hash(data: clientDataJSON)) else {
            throw .signature
        }
        let doesNotCount = data.signCount == 0 && credential.signCount == 0
        guard doesNotCount || data.signCount > credential.signCount else { throw .counter }
        var kept = credential
        kept.signCount = data.signCount
        kept.isBackedUp = data.flags.contains(.backedUp)
        return kept
    }
}
