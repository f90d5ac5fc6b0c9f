// SPDX-License-Identifier: MIT
import InkBytes

/// The reason why a passkey's response is rejected. No case carries a key, a challenge or an identifier.
public enum PasskeyError: Error, Hashable, Sendable {
    /// The client data is not the JSON that browsers write, or is too long.
    case clientData
    /// The response was made for the other ceremony: a registration for signing in, or vice versa.
    case type
    /// The response is to a different challenge from the one that was issued.
    case challenge
    /// The response was made on another site.
    case origin
    /// The response was made in a frame of another site's page.
    case crossOrigin
    /// The response was made for another relying party.
    case relyingParty
    /// The user did not touch the authenticator.
    case userNotPresent
    /// The authenticator did not verify the user.
    case userNotVerified
    /// The flags contradict each other or the registration.
    case flags
    /// The public key is not a valid key of ES256, EdDSA or RS256.
    case publicKey
    /// The attestation was not requested, or is wrong.
    case attestation
    /// The signature was not made by the credential.
    case signature
    /// The authenticator's counter did not increase: the authenticator may have been cloned.
    case counter
    /// The authenticator's bytes are malformed, incomplete or too long.
    case malformed(offset: Int)
}

extension PasskeyError: ByteDecodingError {
    package static func truncated(offset: Int) -> Self { .malformed(offset: offset) }
    package static func invalid(offset: Int) -> Self { .malformed(offset: offset) }
    package static func trailingBytes(offset: Int) -> Self { .malformed(offset: offset) }
}
