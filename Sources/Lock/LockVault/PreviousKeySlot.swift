// SPDX-License-Identifier: MIT
import Crypto
import InkBytes

/// The slot of the previous data key, sealed under the current one while a renewal is incomplete.
struct PreviousKeySlot: KeySlot {
    /// The current data key.
    typealias Credential = SymmetricKey

    static let method = KeySlotMethod.previousKey

    /// ``WrappedKey/sealedByteCount`` bytes.
    var sealed: [UInt8]

    func wrappingKey(for key: SymmetricKey, in vault: VaultID) -> SymmetricKey {
        KeyDerivation.key(key, salt: vault.bytes, purpose: "previous")
    }
}

extension PreviousKeySlot {
    func write(to writer: inout ByteWriter) { writer.counted(sealed) }

    /// Reads the slot; `nil` if the record has none.
    init?(from reader: inout ByteReader<RecordDecodingError>) throws(RecordDecodingError) {
        guard let sealed = try reader.optionalSealedKey() else { return nil }
        self.init(sealed: sealed)
    }
}
