// SPDX-License-Identifier: MIT
import Crypto
import InkBytes

/// A key slot of a vault: the data key, sealed for one unlock method.
///
/// Each method is one type in one file. It defines the secret that opens the slot, the key that seals it, the data that
/// is authenticated with it, and its stored form. This file has the common parts of all methods.
protocol KeySlot: Hashable, Sendable {
    /// The secret that opens the slot.
    associatedtype Credential: Sendable

    /// The method that the slot belongs to.
    static var method: KeySlotMethod { get }

    /// The sealed data key.
    var sealed: [UInt8] { get set }

    /// The bytes of the slot itself that are authenticated with the data key. Empty by default.
    var binding: [UInt8] { get }

    /// Returns the key that seals the slot. No two methods and no two vaults share it.
    func wrappingKey(for credential: Credential, in vault: VaultID) -> SymmetricKey

    /// Writes the slot's stored form.
    func write(to writer: inout ByteWriter)
}

/// The unlock methods, with their numbers in the authenticated context. They are stored; never change one.
enum KeySlotMethod: UInt8, Sendable {
    case passcode = 1
    case picture = 2
    case recovery = 3
    case externalKey = 4
    case previousKey = 5
}

extension KeySlot {
    var binding: [UInt8] { [] }

    /// Returns the data that is authenticated with the data key, so that a slot cannot be moved within a vault or to
    /// another one.
    func context(in vault: VaultID) -> [UInt8] {
        Array("InkLock slot ".utf8) + [VaultRecord.version, Self.method.rawValue] + vault.bytes + binding
    }

    /// Seals a data key in the slot, in place of its contents.
    /// - Parameter more: Bytes to seal together with the key.
    mutating func wrap(
        _ key: WrappedKey, followedBy more: [UInt8] = [], for credential: Credential, in vault: VaultID,
        random: inout some RandomNumberGenerator
    ) {
        sealed = key.sealed(
            under: wrappingKey(for: credential, in: vault), context: context(in: vault), followedBy: more,
            random: &random)
    }

    /// Returns the data key; `nil` if the credential does not open the slot.
    func unwrap(with credential: Credential, in vault: VaultID) -> WrappedKey? {
        contents(with: credential, in: vault)?.key
    }

    /// Returns the data key and the bytes that were sealed together with it; `nil` if the credential does not open the
    /// slot.
    func contents(with credential: Credential, in vault: VaultID) -> (key: WrappedKey, more: [UInt8])? {
        WrappedKey.open(sealed, under: wrappingKey(for: credential, in: vault), context: context(in: vault))
    }
}

extension ByteWriter {
    /// Writes an optional slot. A missing slot is written as a length of 0.
    mutating func optional(_ slot: (some KeySlot)?) {
        if let slot { slot.write(to: &self) } else { counted([]) }
    }
}

extension ByteReader {
    /// Reads a sealed key with its length; `nil` for a length of 0.
    mutating func optionalSealedKey() throws(Failure) -> [UInt8]? {
        let offset = offset
        let bytes = try counted(limit: WrappedKey.sealedByteCount)
        guard bytes.isEmpty || bytes.count == WrappedKey.sealedByteCount else { throw .invalid(offset: offset) }
        return bytes.isEmpty ? nil : bytes
    }
}
