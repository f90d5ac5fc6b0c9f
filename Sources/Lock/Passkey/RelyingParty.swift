// SPDX-License-Identifier: MIT
import Crypto
import Foundation

/// The site that the passkeys belong to, as browsers and authenticators identify it (WebAuthn Level 3 §5.4.2).
public struct RelyingParty: Hashable, Sendable {
    /// A registrable domain or a subdomain, such as `ink.example`; `localhost` on the local machine.
    public let id: String
    /// The origins of the site's pages, exactly as browsers write them: `https://ink.example`.
    public let origins: Set<String>
    /// A Boolean value that indicates whether the authenticator must verify the user. A lock requires it.
    public let requiresUserVerification: Bool

    public init(id: String, origins: Set<String>, requiresUserVerification: Bool = true) {
        self.id = id
        self.origins = origins
        self.requiresUserVerification = requiresUserVerification
    }

    /// The algorithms that a page should request, the best first: COSE's numbers of ES256, EdDSA and RS256.
    public static var algorithms: [Int] { PublicKey.algorithms }

    var idHash: [UInt8] { Array(SHA256.hash(data: Data(id.utf8))) }
}
