// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// Whose passkeys they are: a site, as browsers and authenticators name it (WebAuthn Level 3 §5.4.2).
public struct RelyingParty: Hashable, Sendable {
    /// A registrable domain or a part below it, `ink.example`; `localhost` on the machine itself.
    public let id: String
    /// Where its pages are, exactly as browsers write it: `https://ink.example`.
    public let origins: Set<String>
    /// Whether the authenticator must make sure who is there. A lock needs that.
    public let requiresUserVerification: Bool

    public init(id: String, origins: Set<String>, requiresUserVerification: Bool = true) {
        self.id = id
        self.origins = origins
        self.requiresUserVerification = requiresUserVerification
    }

    /// What passkeys a page should ask for, the best first: COSE's numbers of ES256, EdDSA and RS256.
    public static var algorithms: [Int] { PublicKey.algorithms }

    var idHash: [UInt8] { Array(SHA256.hash(data: Data(id.utf8))) }
}
