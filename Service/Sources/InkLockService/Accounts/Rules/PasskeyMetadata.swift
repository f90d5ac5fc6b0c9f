// SPDX-License-Identifier: MIT
import LockVault

/// The unencrypted metadata of a passkey's slot. It is authenticated with the slot: a slot with changed metadata does
/// not open.
///
/// The encoding is the version, 1; the flags; the length of the credential ID in two bytes, most significant first; the
/// credential ID; the COSE key.
struct PasskeyMetadata: Hashable, Sendable {
    /// The credential ID, 1 to 1023 bytes.
    let credentialID: [UInt8]
    /// The public key, as a COSE key.
    let publicKey: [UInt8]
    /// A Boolean value that indicates whether a ``PRFKey`` opens the slot. Otherwise a secret of the service does.
    let usesPRF: Bool
    let isBackupEligible: Bool

    private static let version: UInt8 = 1
    private static let prfFlag: UInt8 = 1 << 0
    private static let backupFlag: UInt8 = 1 << 1
    private static let headLength = 4

    init(credentialID: [UInt8], publicKey: [UInt8], usesPRF: Bool, isBackupEligible: Bool) {
        self.credentialID = credentialID
        self.publicKey = publicKey
        self.usesPRF = usesPRF
        self.isBackupEligible = isBackupEligible
    }

    /// - Returns: `nil` if the bytes are not the metadata of a passkey.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > Self.headLength, bytes[0] == Self.version, bytes[1] & ~(Self.prfFlag | Self.backupFlag) == 0
        else { return nil }
        let length = Int(bytes[2]) << 8 | Int(bytes[3])
        guard length > 0, bytes.count > Self.headLength + length else { return nil }
        credentialID = Array(bytes[Self.headLength..<Self.headLength + length])
        publicKey = Array(bytes[(Self.headLength + length)...])
        usesPRF = bytes[1] & Self.prfFlag != 0
        isBackupEligible = bytes[1] & Self.backupFlag != 0
    }

    var bytes: [UInt8] {
        let flags = (usesPRF ? Self.prfFlag : 0) | (isBackupEligible ? Self.backupFlag : 0)
        let length = [
            UInt8(truncatingIfNeeded: credentialID.count >> 8), UInt8(truncatingIfNeeded: credentialID.count),
        ]
        return [Self.version, flags] + length + credentialID + publicKey
    }
}

extension VaultStatus {
    /// The slots of passkeys.
    var passkeys: [(slot: SlotID, metadata: PasskeyMetadata)] {
        externalKeys.compactMap { slot in PasskeyMetadata(slot.metadata).map { (slot.id, $0) } }
    }
}
