// SPDX-License-Identifier: MIT
import LockVault

/// What a passkey's slot says in the open, authenticated with it: who changes a bit opens nothing with it.
///
/// The bytes: 1, the version; the flags; the length of the credential's id in two bytes, most significant first; the id; the
/// COSE key.
struct PasskeyMetadata: Hashable, Sendable {
    /// 1 to 1023 bytes.
    let credentialID: [UInt8]
    /// A COSE key.
    let publicKey: [UInt8]
    /// Whether the slot is opened with a ``PRFKey``, else with the service's own secret.
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

    /// - Returns: `nil` for what is no passkey's.
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
    /// The passkeys' slots.
    var passkeys: [(slot: SlotID, metadata: PasskeyMetadata)] {
        deviceOwners.compactMap { slot in PasskeyMetadata(slot.metadata).map { (slot.id, $0) } }
    }
}
