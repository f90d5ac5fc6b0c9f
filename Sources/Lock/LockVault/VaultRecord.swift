// SPDX-License-Identifier: MIT
import LockFlow
import Passcode

/// A vault in its stored form: key slots, each with the data key sealed for one unlock method. docs/SPEC.md describes
/// every byte.
///
/// A record reveals which unlock methods are set up, the passcode's kind and the cost of a guess. It does not reveal
/// whether there is a duress passcode.
public struct VaultRecord: Hashable, Sendable {
    /// The vault's identifier. It distinguishes the vault's ledger, keys and slots from those of other vaults.
    public internal(set) var id: VaultID
    /// The generation, which rises by a random step with every change. The first is random, too.
    public internal(set) var generation: UInt64
    /// The ledger's version when the last attempt was counted or the record was changed. A ledger with a lower version
    /// is an older copy.
    var ledgerFloor: UInt64
    /// The attempt that was counted last. A ledger that does not contain it is an older copy, or a branch of one.
    var lastAttempt: AttemptID
    /// A Boolean value that indicates whether the vault is still being created and therefore does not exist yet.
    var isBeingCreated = false
    /// The identifier of the data key in the slots: random, and changed by each renewal.
    var keyEpoch: KeyEpoch
    /// The identifier of the device key that the record was made with; see ``DeviceSecrets/name(in:)``.
    var deviceKeyName: [UInt8]
    /// The kind of passcode that opens the vault; `nil` if none does.
    public internal(set) var passcodeKind: PasscodeKind?
    /// The owner's cell and the duress cell, always both.
    var cells: [PasscodeSlot]
    var picture: PictureSlot?
    var recovery: RecoverySlot?
    /// The previous data key, while a renewal is incomplete.
    var previous: PreviousKeySlot?
    /// The slots of external keys, in the order in which they were added; at most ``externalKeyLimit``.
    public internal(set) var externalKeys: [ExternalKeySlot]

    /// The maximum number of external key slots, of passkeys for example.
    public static let externalKeyLimit = 32

    /// Creates a record that nothing opens yet.
    init(id: VaultID, cost: ScryptCost, random: inout some RandomNumberGenerator) {
        self.id = id
        generation = VersionNumber.next(after: 0, random: &random)
        ledgerFloor = 0
        lastAttempt = AttemptID(random: &random)
        keyEpoch = KeyEpoch(random: &random)
        deviceKeyName = []
        externalKeys = []
        let hash = PasscodeHash(cost: cost, random: &random)
        cells = []
        for cell in PasscodeSlot.Cell.allCases { cells.append(.unused(cell, hash, random: &random)) }
    }

    var hasPasscode: Bool { passcodeKind != nil }
    /// A Boolean value that indicates whether a picture password opens the vault.
    public var hasPicture: Bool { picture != nil }
    /// A Boolean value that indicates whether a recovery code opens the vault.
    public var hasRecoveryCode: Bool { recovery != nil }

    /// A Boolean value that indicates whether there is a method that opens the vault permanently. A picture alone does
    /// not count: five wrong drawings disable it.
    var hasUnlockMethod: Bool { hasPasscode || hasRecoveryCode || !externalKeys.isEmpty }
}

/// The identifier of a vault: 16 random bytes, not secret.
public typealias VaultID = RandomID<Vault>
