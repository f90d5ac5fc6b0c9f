// SPDX-License-Identifier: MIT
import Foundation

/// What the browser saw, as signed with the rest (WebAuthn Level 3 §5.8.1).
struct ClientData: Decodable {
    let type: String
    /// In base64url without padding.
    let challenge: String
    let origin: String
    let crossOrigin: Bool?
    let topOrigin: String?

    /// Browsers write some hundred bytes, and may add a little more than is known today.
    static let byteLimit = 4096

    /// What the answer is for.
    enum Ceremony: String {
        case registration = "webauthn.create"
        case assertion = "webauthn.get"
    }

    /// Reads and checks steps 7 to 11 of §7.1, 10 to 14 of §7.2.
    static func check(
        _ json: [UInt8], _ ceremony: Ceremony, challenge: [UInt8], _ relyingParty: RelyingParty
    ) throws(PasskeyError) {
        guard json.count <= byteLimit, let data = try? JSONDecoder().decode(Self.self, from: Data(json)) else {
            throw .clientData
        }
        guard data.type == ceremony.rawValue else { throw .type }
        guard data.challenge == base64URL(challenge) else { throw .challenge }
        guard relyingParty.origins.contains(data.origin) else { throw .origin }
        // No page of ours asks from within another site's.
        guard data.crossOrigin != true, data.topOrigin == nil else { throw .crossOrigin }
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
