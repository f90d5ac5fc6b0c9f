// SPDX-License-Identifier: MIT
import Foundation
import Passkey

/// The context of a passkey request: the relying party and the browser.
package struct PasskeyCeremony: Hashable, Sendable {
    let relyingParty: RelyingParty
    /// The token from the cookie that was set with the challenge, or `nil`.
    let browser: CookieToken?
}

/// A passkey assertion.
package struct PasskeyProof: Sendable {
    let credentialID: [UInt8]
    let assertion: PasskeyAssertion
    /// The account that the authenticator names, or `nil`.
    let userHandle: AccountID?
    /// The key from the PRF extension, or `nil`.
    let prfKey: PRFKey?
    let ceremony: PasskeyCeremony
}

/// A passkey to register.
package struct NewPasskey: Sendable {
    let name: PasskeyName
    let credentialID: [UInt8]
    let registration: PasskeyRegistration
    /// The key from the PRF extension, or `nil`.
    let prfKey: PRFKey?
    let ceremony: PasskeyCeremony
}

/// The owner's name of a passkey: 1 to 64 characters of any script.
package struct PasskeyName: Hashable, Sendable {
    let text: String

    static let lengths = 1...64
    /// The maximum length before normalisation. A valid name is never longer.
    private static let byteLimit = 1024

    /// - Returns: `nil` for invalid lengths and for control or invisible characters.
    init?(_ text: String) {
        guard text.utf8.count <= Self.byteLimit else { return nil }
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
