// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow
import Passcode

/// A vault as it is stored: key slots, each with the data key sealed for one unlock method. docs/SPEC.md gives every byte.
///
/// A record tells which unlock methods there are, the passcode's kind and what a guess costs. It does not tell whether there is
/// a duress passcode.
public struct VaultRecord: Hashable, Sendable {
    /// Which vault it is, so that another one's ledger, key or slot is not taken for its own.
    public internal(set) var id: VaultID
    /// Rises with every change by a random step; the first is random, too.
    public internal(set) var generation: UInt64
    /// The ledger's version when the last attempt was counted or the record was changed: an older ledger is an older copy.
    var ledgerFloor: UInt64
    /// The attempt that was counted last: a ledger that does not know it is an older copy, or a branch of one.
    var lastAttempt: AttemptID
    /// Whether the vault is still being made: then there is none yet.
    var isBeingMade = false
    /// Which data key the slots hold: random, and another one after each renewal.
    var keyEpoch: KeyEpoch
    /// Which device key the record was made with; see ``DeviceSecrets/name(in:)``.
    var deviceKeyName: [UInt8]
    /// What kind of passcode opens the vault; `nil` if none does.
    public internal(set) var passcodeKind: PasscodeKind?
    /// The owner's and the one for duress, always both: an unused one holds random bytes, which is what sealed ones look like.
    var cells: [PasscodeCell]
    /// The picture's template and the data key, sealed together.
    var picture: [UInt8]?
    /// The data key under the recovery code.
    var recovery: [UInt8]?
    /// The data key before this one, under this one, while a renewal is not finished.
    var previous: [UInt8]?
    /// The slots of keys from outside, in the order in which they were added; at most ``deviceOwnerLimit``.
    public internal(set) var deviceOwners: [DeviceOwnerSlot]

    /// The most slots of device owners, passkeys for example.
    public static let deviceOwnerLimit = 32

    /// The data key under a passcode, or as many random bytes.
    struct PasscodeCell: Hashable, Sendable {
        var hash: PasscodeHash
        /// ``WrappedKey/sealedByteCount`` bytes.
        var sealed: [UInt8]

        static let owner = 0
        static let duress = 1
        static let count = 2

        /// Which cell a passcode of this opener's is in.
        static func index(of opener: Opener) -> Int { opener == .owner ? owner : duress }
    }

    var hasPasscode: Bool { passcodeKind != nil }
    /// Whether a picture password opens the vault.
    public var hasPicture: Bool { picture != nil }
    /// Whether a recovery code opens the vault.
    public var hasRecoveryCode: Bool { recovery != nil }

    /// Whether anything is left that opens the vault for good. A picture alone does not count: five wrong drawings close
    /// it.
    var hasWayIn: Bool { hasPasscode || hasRecoveryCode || !deviceOwners.isEmpty }

    /// What is authenticated with a sealed slot, so that none can be moved to another place or vault.
    func context(_ slot: Slot) -> [UInt8] {
        var context = Array("InkLock slot ".utf8) + [Self.version, slot.tag] + id.bytes
        switch slot {
        case .passcode(let cell, let hash): context += [UInt8(cell)] + hash.text.utf8
        case .deviceOwner(let id, let metadata): context += id.bytes + metadata
        case .picture, .recovery, .previous: break
        }
        return context
    }

    enum Slot {
        case passcode(cell: Int, PasscodeHash)
        case picture
        case recovery
        case deviceOwner(SlotID, metadata: [UInt8])
        case previous

        var tag: UInt8 {
            switch self {
            case .passcode: 1
            case .picture: 2
            case .recovery: 3
            case .deviceOwner: 4
            case .previous: 5
            }
        }
    }
}

/// The data key under a key from outside: from a passkey's PRF extension, a keychain, a server's own keys.
public struct DeviceOwnerSlot: Hashable, Sendable {
    /// Tells the slot apart from others of the vault.
    public let id: SlotID
    /// The app's own, in the open: a passkey's name and public key, for example. At most ``metadataLimit`` bytes.
    public let metadata: [UInt8]
    let sealed: [UInt8]

    /// The most bytes of ``metadata``.
    public static let metadataLimit = 4096
}

/// Which slot of a vault: 16 random bytes, no secret.
public struct SlotID: Hashable, Sendable {
    /// All 16 of them.
    public let bytes: [UInt8]

    static let byteCount = 16

    /// - Returns: `nil` unless there are 16.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    init(random: inout some RandomNumberGenerator) { bytes = random.bytes(Self.byteCount) }
}
