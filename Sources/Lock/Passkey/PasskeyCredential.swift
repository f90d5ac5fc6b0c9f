// SPDX-License-Identifier: MIT

/// A passkey in the form that a server stores (WebAuthn Level 3 §4, credential record).
public struct PasskeyCredential: Hashable, Sendable {
    /// The credential ID, which the authenticator chose: 1 to 1023 bytes.
    public let id: [UInt8]
    /// The public key, a COSE_Key of ES256, EdDSA or RS256.
    public let publicKey: [UInt8]
    /// The authenticator's signature counter; 0 if it does not count.
    public var signCount: UInt32
    /// A Boolean value that indicates whether the passkey may be copied to the owner's other devices. It never changes.
    public let isBackupEligible: Bool
    /// A Boolean value that indicates whether the passkey has been copied.
    public var isBackedUp: Bool

    /// Creates a credential from its stored form.
    public init(
        id: [UInt8], publicKey: [UInt8], signCount: UInt32, isBackupEligible: Bool, isBackedUp: Bool
    ) {
        self.id = id
        self.publicKey = publicKey
        self.signCount = signCount
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
    }
}
