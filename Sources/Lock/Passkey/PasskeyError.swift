// SPDX-License-Identifier: MIT
import InkBytes

/// The reason why a passkey's response is rejected. No case carries a key, a challenge or an identifier.
public enum PasskeyError: Error, Hashable, Sendable {
    /// The client data is not the JSON that browsers write, or is too long.
    case invalidClientData
    /// The response was made for another ceremony, for example a registration for signing in.
    case wrongCeremony
    /// The response is to a different challenge from the one that was issued.
    case wrongChallenge
    /// The response was made on another site.
    case wrongOrigin
    /// The response was made in a frame of another site's page.
    case crossOrigin
    /// The response was made for another relying party.
    case wrongRelyingParty
    /// The user did not touch the authenticator.
    case userNotPresent
    /// The authenticator did not verify the user.
    case userNotVerified
    /// The flags contradict each other or the registration.
    case invalidFlags
    /// The public key is not a valid key of ES256, EdDSA or RS256.
    case invalidPublicKey
    /// The attestation was not requested, or is wrong.
    case invalidAttestation
    /// The signature was not made by the credential.
    case invalidSignature
    /// The authenticator's counter did not increase: the authenticator may have been cloned.
    case counterNotIncreased
    /// The authenticator's bytes are malformed, incomplete or too long.
    case malformed(offset: Int)
}

extension PasskeyError: ByteDecodingError {
    package static func truncated(offset: Int) -> Self { .malformed(offset: offset) }
    package static func invalid(offset: Int) -> Self { .malformed(offset: offset) }
    package static func trailingBytes(offset: Int) -> Self { .malformed(offset: offset) }
}
