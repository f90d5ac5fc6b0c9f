// SPDX-License-Identifier: MIT
import Foundation

/// The client data that the browser collected and the authenticator signed (WebAuthn Level 3 §5.8.1).
struct ClientData: Decodable {
    let type: String
    /// The challenge in base64url without padding.
    let challenge: String
    let origin: String
    let crossOrigin: Bool?
    let topOrigin: String?

    /// The maximum number of bytes. Browsers write some hundred, and may add fields in the future.
    static let byteLimit = 4096
    /// The maximum number of bytes outside ASCII, of which browsers write none. Decoding compares and hashes names,
    /// which takes quadratic time for marks.
    static let unicodeLimit = 1024

    /// The ceremony that the response is for.
    enum Ceremony: String {
        case registration = "webauthn.create"
        case assertion = "webauthn.get"
    }

    /// Parses the client data and checks steps 7 to 11 of §7.1, or 10 to 14 of §7.2.
    static func check(
        _ json: [UInt8], _ ceremony: Ceremony, challenge: [UInt8], _ relyingParty: RelyingParty
    ) throws(PasskeyError) {
        guard let data = decode(json) else { throw .invalidClientData }
        guard data.type == ceremony.rawValue else { throw .wrongCeremony }
        guard data.challenge == base64URL(challenge) else { throw .wrongChallenge }
        guard relyingParty.origins.contains(data.origin) else { throw .wrongOrigin }
        // The site's pages never make requests from within another site's frame.
        guard data.crossOrigin != true, data.topOrigin == nil else { throw .crossOrigin }
    }

    /// Decodes the client data, or returns `nil` for anything but a JSON object in UTF-8 within ``byteLimit`` and
    /// ``unicodeLimit``.
    static func decode(_ json: [UInt8]) -> ClientData? {
        // The decoder does not look into the strings of members that it skips, and takes a NUL for a sign of UTF-16.
        guard json.count <= byteLimit, json.count(where: { $0 >= 0x80 }) <= unicodeLimit, !json.contains(0),
            String(bytes: json, encoding: .utf8) != nil,
            let members = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any],
            let data = try? JSONDecoder().decode(Self.self, from: Data(json))
        else { return nil }
        // If several members have the same name, one reader takes the first and the other takes the last.
        let isUnambiguous =
            members["type"] as? String == data.type && members["challenge"] as? String == data.challenge
            && members["origin"] as? String == data.origin && members["crossOrigin"] as? Bool == data.crossOrigin
            && members["topOrigin"] as? String == data.topOrigin
        return isUnambiguous ? data : nil
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
