// SPDX-License-Identifier: MIT
import Foundation

extension PasskeyRegistration {
    /// The challenge that this says it answers, for callers that keep more than one; ``verify(challenge:relyingParty:)`` compares
    /// it with the one that was given. `nil` if it names none.
    public var claimedChallenge: [UInt8]? { ClientData.claimedChallenge(clientDataJSON) }
}

extension PasskeyAssertion {
    /// The challenge that this says it answers, for callers that keep more than one;
    /// ``verify(challenge:credential:relyingParty:)`` compares it with the one that was given. `nil` if it names none.
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
