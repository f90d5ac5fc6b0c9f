// SPDX-License-Identifier: MIT
import Foundation
import Passkey

/// Where a passkey is asked for: which site's pages, and which browser.
package struct PasskeyCeremony: Hashable, Sendable {
    let relyingParty: RelyingParty
    /// From the cookie that came with the challenge; `nil` without.
    let browser: CookieToken?
}

/// A passkey that was used.
package struct PasskeyProof: Sendable {
    let credentialID: [UInt8]
    let assertion: PasskeyAssertion
    /// The account that the authenticator names; `nil` if it names none.
    let userHandle: AccountID?
    /// What the browser made of the PRF extension's result; `nil` without.
    let prfKey: PRFKey?
    let ceremony: PasskeyCeremony
}

/// A passkey that was made, to be set up.
package struct NewPasskey: Sendable {
    let name: PasskeyName
    let credentialID: [UInt8]
    let registration: PasskeyRegistration
    /// What the browser made of the PRF extension's result; `nil` without.
    let prfKey: PRFKey?
    let ceremony: PasskeyCeremony
}

/// What its owner calls a passkey: 1 to 64 characters, of any script.
package struct PasskeyName: Hashable, Sendable {
    let text: String

    static let lengths = 1...64

    /// - Returns: `nil` for control characters, invisible ones, and other lengths.
    init?(_ text: String) {
        let trimmed = text.trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping
        guard Self.lengths ~= trimmed.unicodeScalars.count, trimmed.unicodeScalars.allSatisfy(Self.isAllowed) else {
            return nil
        }
        self.text = trimmed
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
