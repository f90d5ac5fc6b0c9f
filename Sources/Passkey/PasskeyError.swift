// SPDX-License-Identifier: MIT
import InkBytes

/// Why a passkey's answer is not taken. No case carries a key, a challenge or an identifier.
public enum PasskeyError: Error, Hashable, Sendable {
    /// The client data is not the JSON that browsers write, or too much of it.
    case clientData
    /// The answer was made for something else: a registration for signing in, or the other way about.
    case type
    /// It answers another challenge than the one that was given.
    case challenge
    /// It was made on another site.
    case origin
    /// It was made in a frame of another site's page.
    case crossOrigin
    /// The authenticator made it for another relying party.
    case relyingParty
    /// Nobody touched the authenticator.
    case userNotPresent
    /// The authenticator did not make sure who was there.
    case userNotVerified
    /// The flags contradict each other, or what was registered.
    case flags
    /// A key of another algorithm than ES256, EdDSA and RS256, or not one at all.
    case publicKey
    /// An attestation that was not asked for, or one that is wrong.
    case attestation
    /// The signature is not the credential's.
    case signature
    /// The authenticator counted less than before: there may be a copy of it.
    case counter
    /// The authenticator's bytes are not whole, or more than they may be.
    case malformed(offset: Int)
}

extension PasskeyError: ByteFailure {
    package static func truncated(offset: Int) -> Self { .malformed(offset: offset) }
    package static func invalid(offset: Int) -> Self { .malformed(offset: offset) }
    package static func trailingBytes(offset: Int) -> Self { .malformed(offset: offset) }
}
