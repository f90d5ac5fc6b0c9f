// SPDX-License-Identifier: MIT
import Crypto
import InkBytes

/// A slot with the data key sealed under an external key, which comes from a passkey's PRF extension, a keychain, or a
/// server's own keys.
public struct ExternalKeySlot: Hashable, Sendable {
    /// The slot's identifier in the vault.
    public let id: SlotID
    /// The app's own data in plaintext, for example a passkey's name and public key. At most ``metadataLimit`` bytes.
    public let metadata: [UInt8]
    /// ``WrappedKey/sealedByteCount`` bytes.
    var sealed: [UInt8]

    /// The maximum number of bytes of ``metadata``.
    public static let metadataLimit = 4096
}

/// The identifier of a slot in a vault: 16 random bytes, not secret.
public typealias SlotID = RandomID<ExternalKeySlot>

extension ExternalKeySlot: KeySlot {
    /// The external key itself, 256 bits.
    typealias Credential = SymmetricKey

    static let method = KeySlotMethod.externalKey

    var binding: [UInt8] { id.bytes + metadata }

    func wrappingKey(for key: SymmetricKey, in vault: VaultID) -> SymmetricKey {
        KeyDerivation.key(key, salt: vault.bytes, purpose: "device owner")
    }
}

extension ExternalKeySlot {
    func write(to writer: inout ByteWriter) {
        writer.append(id.bytes)
        writer.counted(metadata)
        writer.append(sealed)
    }

    init(from reader: inout ByteReader<RecordDecodingError>) throws(RecordDecodingError) {
        guard let id = SlotID(try reader.bytes(SlotID.byteCount)) else { throw .invalid(offset: reader.offset) }
        self.init(
            id: id, metadata: try reader.counted(limit: Self.metadataLimit),
            sealed: try reader.bytes(WrappedKey.sealedByteCount))
    }
}
