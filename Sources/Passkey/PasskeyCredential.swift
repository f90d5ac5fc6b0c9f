// SPDX-License-Identifier: MIT

/// A passkey as a server keeps it (WebAuthn Level 3 §4, credential record).
public struct PasskeyCredential: Hashable, Sendable {
    /// The authenticator's name for it, 1 to 1023 bytes.
    public let id: [UInt8]
    /// A COSE_Key of ES256, EdDSA or RS256.
    public let publicKey: [UInt8]
    /// How often the authenticator signed, if it counts; 0 if it does not.
    public var signCount: UInt32
    /// Whether it may be copied to the owner's other devices. That never changes.
    public let isBackupEligible: Bool
    /// Whether it has been.
    public var isBackedUp: Bool

    /// A credential as it was kept.
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
