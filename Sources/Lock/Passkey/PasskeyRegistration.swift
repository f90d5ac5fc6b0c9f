// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// The browser's response after a passkey was created (WebAuthn Level 3 §7.1).
///
/// No attestation is requested. Browsers remove an attestation that an authenticator adds on its own, except for a
/// signature with the new key itself. That signature is verified, and any other attestation is rejected.
public struct PasskeyRegistration: Sendable {
    /// The client data of the request in UTF-8 (§5.8.1).
    public let clientDataJSON: [UInt8]
    /// The new credential with its attestation, in CBOR (§6.5).
    public let attestationObject: [UInt8]

    private static let byteLimit = 1 << 15

    /// Creates a registration from the browser's values. They are not checked until
    /// ``verify(challenge:relyingParty:)``.
    public init(clientDataJSON: [UInt8], attestationObject: [UInt8]) {
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
    }

    /// Verifies the registration and returns the passkey. Check afterwards whether its ``PasskeyCredential/id`` is
    /// already registered.
    /// - Parameters:
    ///   - challenge: The challenge that the server issued. Do not use it again.
    ///   - relyingParty: The site that made the request.
    /// - Throws: ``PasskeyError``.
    /// - Complexity: O(bytes) and at most one signature verification.
    public func verify(challenge: [UInt8], relyingParty: RelyingParty) throws(PasskeyError) -> PasskeyCredential {
        try ClientData.check(clientDataJSON, .registration, challenge: challenge, relyingParty)
        guard attestationObject.count <= Self.byteLimit else { throw .malformed(offset: Self.byteLimit) }
        let object = try CBORValue(decoding: attestationObject)
        guard case .map(let members) = object, members.count == 3, case .text(let format)? = object["fmt"],
            case .bytes(let bytes)? = object["authData"], let statement = object["attStmt"]
        else { throw .malformed(offset: 0) }
        let data = try AuthenticatorData(decoding: bytes)
        try data.check(relyingParty)
        guard let attested = data.attested else { throw .invalidFlags }
        try check(statement, format, bytes, attested.publicKey)
        return PasskeyCredential(
            id: attested.id, publicKey: attested.cose, signCount: data.signCount,
            isBackupEligible: data.flags.contains(.backupEligible), isBackedUp: data.flags.contains(.backedUp))
    }

    /// Checks the attestation: none (§8.7), or packed with the credential's own key (§8.2).
    private func check(
        _ statement: CBORValue, _ format: String, _ data: [UInt8], _ key: PublicKey
    ) throws(PasskeyError) {
        // Comparing long text with marks would take quadratic time.
        guard case .map(let members) = statement, format.utf8.count <= CBORValue.keyLimit else {
            throw .invalidAttestation
        }
        switch format {
        case "none": guard members.isEmpty else { throw .invalidAttestation }
        case "packed":
            guard members.count == 2, statement["alg"] == CBORValue(key.algorithm),
                case .bytes(let signature)? = statement["sig"],
                key.isValid(signature, over: data + SHA256.hash(data: clientDataJSON))
            else { throw .invalidAttestation }
        default: throw .invalidAttestation
        }
    }
}
