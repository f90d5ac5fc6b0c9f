// SPDX-License-Identifier: MIT
import Foundation

extension PasskeyRegistration {
    /// The challenge in the client data, which is not verified yet; `nil` if there is none. Use it to look up the
    /// challenge that ``verify(challenge:relyingParty:)`` takes.
    public var claimedChallenge: [UInt8]? { ClientData.claimedChallenge(clientDataJSON) }
}

extension PasskeyAssertion {
    /// The challenge in the client data, which is not verified yet; `nil` if there is none. Use it to look up the
    /// challenge that ``verify(challenge:credential:relyingParty:)`` takes.
    public var claimedChallenge: [UInt8]? { ClientData.claimedChallenge(clientDataJSON) }
}

extension ClientData {
    fileprivate static func claimedChallenge(_ json: [UInt8]) -> [UInt8]? {
        guard let data = decode(json) else { return nil }
        let text = data.challenge.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { Array($0) }
    }
}
