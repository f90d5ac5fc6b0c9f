// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// The browser's response after a passkey was used (WebAuthn Level 3 §7.2).
public struct PasskeyAssertion: Sendable {
    /// The client data of the request in UTF-8 (§5.8.1). The signature covers its digest.
    public let clientDataJSON: [UInt8]
    /// The authenticator data: the authenticator's statements about itself and the user (§6.1).
    public let authenticatorData: [UInt8]
    /// The credential's signature over the authenticator data and the digest of the client data (§6.5.5).
    public let signature: [UInt8]

    /// Creates an assertion from the browser's values. They are not checked until
    /// ``verify(challenge:credential:relyingParty:)``.
    public init(clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8]) {
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
    }

    /// Verifies the assertion and returns the updated credential to store. Before the call, look up the credential and
    /// its user by the identifier and the user handle.
    /// - Parameters:
    ///   - challenge: The challenge that the server issued. Do not use it again.
    ///   - credential: The passkey as it was last stored.
    ///   - relyingParty: The site that made the request.
    /// - Throws: ``PasskeyError``. With ``PasskeyError/counterNotIncreased``, the signature is valid, but the
    ///   authenticator may have been cloned.
    /// - Complexity: O(bytes) and one signature verification.
    public func verify(
        challenge: [UInt8], credential: PasskeyCredential, relyingParty: RelyingParty
    ) throws(PasskeyError) -> PasskeyCredential {
        try ClientData.check(clientDataJSON, .assertion, challenge: challenge, relyingParty)
        let data = try AuthenticatorData(decoding: authenticatorData)
        try data.check(relyingParty)
        guard data.attested == nil, data.flags.contains(.backupEligible) == credential.isBackupEligible else {
            throw .invalidFlags
        }
        let key = try PublicKey(try CBORValue(decoding: credential.publicKey))
        guard key.isValid(signature, over: authenticatorData + SHA256.hash(data: clientDataJSON)) else {
            throw .invalidSignature
        }
        let doesNotCount = data.signCount == 0 && credential.signCount == 0
        guard doesNotCount || data.signCount > credential.signCount else { throw .counterNotIncreased }
        var kept = credential
        kept.signCount = data.signCount
        kept.isBackedUp = data.flags.contains(.backedUp)
        return kept
    }
}
