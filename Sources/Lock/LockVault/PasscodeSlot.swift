// SPDX-License-Identifier: MIT
import Crypto
import InkBytes
import LockFlow
import Passcode

/// The slot of one passcode.
///
/// A vault has two passcode slots, its cells: one for the owner's passcode and one for a duress passcode, in use or
/// not. A duress passcode that is set inside an empty vault replaces the passcode before that vault's. A cell without a
/// passcode contains random bytes, which are indistinguishable from a sealed key.
struct PasscodeSlot: KeySlot {
    /// The user whose passcode opens a cell. The raw value is the cell's number in the stored form.
    enum Cell: UInt8, CaseIterable, Sendable {
        case owner = 0
        case duress = 1

        /// Returns the cell of a user's passcode.
        init(of role: WrappedKey.Role) { self = role.depth.isMultiple(of: 2) ? .owner : .duress }

        var other: Cell { self == .owner ? .duress : .owner }
    }

    /// The key that scrypt derives from a passcode, and the secrets of the device. Neither opens a cell alone.
    struct Credential: Sendable {
        let derived: SymmetricKey
        let secrets: DeviceSecrets
    }

    static let method = KeySlotMethod.passcode

    let cell: Cell
    /// The parameters that the passcode is derived with.
    var hash: PasscodeHash
    /// ``WrappedKey/sealedByteCount`` bytes.
    var sealed: [UInt8]

    var binding: [UInt8] { [cell.rawValue] + Array(hash.text.utf8) }

    func wrappingKey(for credential: Credential, in vault: VaultID) -> SymmetricKey {
        let device = credential.secrets.passcodeKey(vault)
        let both = SecretBytes(capacity: 64) { both in
            credential.derived.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: both[..<32]).copyMemory(from: $0)
            }
            device.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: both[32...]).copyMemory(from: $0) }
        }
        return both.withBytes {
            KeyDerivation.key(UnsafeRawBufferPointer($0), salt: vault.bytes, purpose: "cell \(cell.rawValue)")
        }
    }

    /// Returns a cell without a passcode.
    static func unused(_ cell: Cell, _ hash: PasscodeHash, random: inout some RandomNumberGenerator) -> PasscodeSlot {
        PasscodeSlot(cell: cell, hash: hash, sealed: random.bytes(WrappedKey.sealedByteCount))
    }
}

extension PasscodeSlot {
    func write(to writer: inout ByteWriter) {
        writer.counted(Array(hash.text.utf8))
        writer.append(sealed)
    }

    init(_ cell: Cell, from reader: inout ByteReader<RecordDecodingError>) throws(RecordDecodingError) {
        let text = String(decoding: try reader.counted(limit: 64), as: UTF8.self)
        guard let hash = PasscodeHash(text: text) else { throw .invalid(offset: reader.offset) }
        self.init(cell: cell, hash: hash, sealed: try reader.bytes(WrappedKey.sealedByteCount))
    }
}

extension [PasscodeSlot] {
    subscript(cell: PasscodeSlot.Cell) -> PasscodeSlot {
        get { self[Int(cell.rawValue)] }
        set { self[Int(cell.rawValue)] = newValue }
    }
}

extension VaultRecord {
    /// The cost of one guess at the passcode; `nil` if no passcode opens the vault.
    public var passcodeCost: ScryptCost? { hasPasscode ? cells[.owner].hash.cost : nil }

    /// Eight bytes that change with the passcode; `nil` if no passcode opens the vault. They are a digest of its salt.
    ///
    /// If the cells have different salts, it is a digest of both: a passcode that is set inside an empty vault has the
    /// duress passcode's cell, and changes them like the owner's.
    var passcodeVersion: [UInt8]? {
        guard hasPasscode else { return nil }
        let (owner, duress) = (cells[.owner].hash.text, cells[.duress].hash.text)
        let text = "InkLock passcode version \(owner)" + (owner == duress ? "" : " \(duress)")
        return Array(SHA256.hash(data: Array(text.utf8)).prefix(8))
    }

    /// Seals a data key under a passcode.
    /// - Parameters:
    ///   - hash: The parameters that the passcode was derived with.
    ///   - derived: The result of deriving it.
    mutating func seal(
        _ key: WrappedKey, in cell: PasscodeSlot.Cell, _ hash: PasscodeHash, _ derived: SymmetricKey,
        _ secrets: DeviceSecrets, random: inout some RandomNumberGenerator
    ) {
        var slot = PasscodeSlot(cell: cell, hash: hash, sealed: [])
        slot.wrap(key, for: PasscodeSlot.Credential(derived: derived, secrets: secrets), in: id, random: &random)
        cells[cell] = slot
    }

    /// Removes the passcode of a cell, if there is one.
    /// - Parameter hash: The parameters that the empty cell shows.
    mutating func vacate(
        _ cell: PasscodeSlot.Cell, _ hash: PasscodeHash, random: inout some RandomNumberGenerator
    ) {
        cells[cell] = .unused(cell, hash, random: &random)
    }

    /// Returns the data key that a passcode opens. Both cells are always tried.
    ///
    /// The cell of the inner vault has precedence. Otherwise the holder of a duress passcode could set it to each guess
    /// at the outer passcode in turn, and no attempt would be counted.
    /// - Parameter derived: The keys that were derived from the passcode, in the order of the cells.
    func unwrap(passcode derived: [SymmetricKey], _ secrets: DeviceSecrets) -> WrappedKey? {
        let keys = zip(PasscodeSlot.Cell.allCases, derived).map { unwrap($0, $1, secrets) }
        guard let first = keys[0], let second = keys[1] else { return keys[1] ?? keys[0] }
        return first.role.isInside(second.role) ? first : second
    }

    /// Returns the data key that a passcode opens in one cell.
    func unwrap(_ cell: PasscodeSlot.Cell, _ derived: SymmetricKey, _ secrets: DeviceSecrets) -> WrappedKey? {
        cells[cell].unwrap(with: PasscodeSlot.Credential(derived: derived, secrets: secrets), in: id)
    }
}
