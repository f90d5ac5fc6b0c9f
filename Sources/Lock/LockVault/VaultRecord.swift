// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow
import Passcode

/// A vault in its stored form: key slots, each with the data key sealed for one unlock method. docs/SPEC.md describes
/// every byte.
///
/// A record reveals which unlock methods are set up, the passcode's kind and the cost of a guess. It does not reveal
/// whether there is a duress passcode.
public struct VaultRecord: Hashable, Sendable {
    /// The vault's identifier. A ledger, key or slot of another vault is not mistaken for its own.
    public internal(set) var id: VaultID
    /// The generation, which rises by a random step with every change. The first is random, too.
    public internal(set) var generation: UInt64
    /// The ledger's version when the last attempt was counted or the record was changed. A ledger with a lower version
    /// is an older copy.
    var ledgerFloor: UInt64
    /// The attempt that was counted last. A ledger that does not contain it is an older copy, or a branch of one.
    var lastAttempt: AttemptID
    /// A Boolean value that indicates whether the vault is still being created and therefore does not exist yet.
    var isBeingMade = false
    /// The identifier of the data key in the slots: random, and changed by each renewal.
    var keyEpoch: KeyEpoch
    /// The identifier of the device key that the record was made with; see ``DeviceSecrets/name(in:)``.
    var deviceKeyName: [UInt8]
    /// The kind of passcode that opens the vault; `nil` if none does.
    public internal(set) var passcodeKind: PasscodeKind?
    /// The owner's cell and the duress cell, always both. An unused cell holds random bytes, which are
    /// indistinguishable from a sealed key.
    var cells: [PasscodeCell]
    /// The picture's template and the data key, sealed together.
    var picture: [UInt8]?
    /// The data key sealed under the recovery code.
    var recovery: [UInt8]?
    /// The previous data key sealed under the current one, while a renewal is incomplete.
    var previous: [UInt8]?
    /// The slots of external keys, in the order in which they were added; at most ``deviceOwnerLimit``.
    public internal(set) var deviceOwners: [ExternalKeySlot]

    /// The maximum number of external key slots, of passkeys for example.
    public static let deviceOwnerLimit = 32

    /// The data key sealed under a passcode, or as many random bytes.
    struct PasscodeCell: Hashable, Sendable {
        var hash: PasscodeHash
        /// ``WrappedKey/sealedByteCount`` bytes.
        var sealed: [UInt8]

        static let owner = 0
        static let duress = 1
        static let count = 2

        /// Returns the index of the cell for an opener's passcode.
        static func index(of opener: VaultRole) -> Int { opener == .owner ? owner : duress }
    }

    var hasPasscode: Bool { passcodeKind != nil }
    /// A Boolean value that indicates whether a picture password opens the vault.
    public var hasPicture: Bool { picture != nil }
    /// A Boolean value that indicates whether a recovery code opens the vault.
    public var hasRecoveryCode: Bool { recovery != nil }

    /// A Boolean value that indicates whether there is a method that opens the vault permanently. A picture alone does
    /// not count: five wrong drawings disable it.
    var hasWayIn: Bool { hasPasscode || hasRecoveryCode || !deviceOwners.isEmpty }

    /// Returns the data that is authenticated with a sealed slot, so that a slot cannot be moved within a vault or to
    /// another one.
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

/// A slot with the data key sealed under an external key: from a passkey's PRF extension, a keychain, or a server's own
/// keys.
public struct ExternalKeySlot: Hashable, Sendable {
    /// The slot's identifier in the vault.
    public let id: SlotID
    /// The app's own data in plaintext, for example a passkey's name and public key. At most ``metadataLimit`` bytes.
    public let metadata: [UInt8]
    let sealed: [UInt8]

    /// The maximum number of bytes of ``metadata``.
    public static let metadataLimit = 4096
}

/// The identifier of a slot in a vault: 16 random bytes, not secret.
public struct SlotID: Hashable, Sendable {
    /// The 16 bytes of the identifier.
    public let bytes: [UInt8]

    static let byteCount = 16

    /// Creates an identifier, or returns `nil` unless there are 16 bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    init(random: inout some RandomNumberGenerator) { bytes = random.bytes(Self.byteCount) }
}
