// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// What a browser hands over when a passkey was made (WebAuthn Level 3 §7.1).
///
/// No attestation is asked for. Browsers take out whatever an authenticator adds of its own accord, except a signature with
/// the new key itself, which is checked; any other attestation is refused.
public struct PasskeyRegistration: Sendable {
    /// What the browser says of the request, as UTF-8 (§5.8.1).
    public let clientDataJSON: [UInt8]
    /// The new credential with what vouches for it, as CBOR (§6.5).
    public let attestationObject: [UInt8]

    private static let byteLimit = 1 << 15

    /// Both as the browser gave them; nothing is checked before ``verify(challenge:relyingParty:)``.
    public init(clientDataJSON: [UInt8], attestationObject: [UInt8]) {
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
    }

    /// The passkey, if everything is as it must be. Whether its ``PasskeyCredential/id`` is known already, the caller looks
    /// up.
    /// - Parameters:
    ///   - challenge: the one that was given, used up by this.
    ///   - relyingParty: the site that asked.
    /// - Throws: ``PasskeyError``.
    /// - Complexity: O(bytes) and at most one signature.
    public func verify(challenge: [UInt8], relyingParty: RelyingParty) throws(PasskeyError) -> PasskeyCredential {
        try ClientData.check(clientDataJSON, .registration, challenge: challenge, relyingParty)
        guard attestationObject.count <= Self.byteLimit else { throw .malformed(offset: Self.byteLimit) }
        let object = try CBORValue(decoding: attestationObject)
        guard case .map(let members) = object, members.count == 3, case .text(let format)? = object["fmt"],
            case .bytes(let bytes)? = object["authData"], let statement = object["attStmt"]
        else { throw .malformed(offset: 0) }
        let data = try AuthenticatorData(decoding: bytes)
        try data.check(relyingParty)
        guard let attested = data.attested else { throw .flags }
        try check(statement, format, bytes, attested.publicKey)
        return PasskeyCredential(
            id: attested.id, publicKey: attested.cose, signCount: data.signCount,
            isBackupEligible: data.flags.contains(.backupEligible), isBackedUp: data.flags.contains(.backedUp))
    }

    /// None (§8.7), or packed with the credential's own key (§8.2).
    private func check(
        _ statement: CBORValue, _ format: String, _ data: [UInt8], _ key: PublicKey
    ) throws(PasskeyError) {
        guard case .map(let members) = statement else { throw .attestation }
        switch format {
        case "none": guard members.isEmpty else { throw .attestation }
        case "packed":
            guard members.count == 2, statement["alg"] == CBORValue(key.algorithm),
                case .bytes(let signature)? = statement["sig"],
                key.isValid(signature, over: data + SHA256.hash(data: clientDataJSON))
            else { throw .attestation }
        default: throw .attestation
        }
    }
}
