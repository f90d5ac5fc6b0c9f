// SPDX-License-Identifier: MIT
import Crypto
import InkBytes

/// The slot of the recovery code. It does not depend on the device key: the code opens a vault wherever its record is,
/// on another device too. A record in the keychain stays on its device.
struct RecoverySlot: KeySlot {
    typealias Credential = RecoveryCode

    static let method = KeySlotMethod.recovery

    /// ``WrappedKey/sealedByteCount`` bytes.
    var sealed: [UInt8]

    func wrappingKey(for code: RecoveryCode, in vault: VaultID) -> SymmetricKey {
        KeyDerivation.key(code.key, salt: vault.bytes, purpose: "recovery")
    }
}

extension RecoverySlot {
    func write(to writer: inout ByteWriter) { writer.counted(sealed) }

    /// Reads the slot; `nil` if the record has none.
    init?(from reader: inout ByteReader<RecordDecodingError>) throws(RecordDecodingError) {
        guard let sealed = try reader.optionalSealedKey() else { return nil }
        self.init(sealed: sealed)
    }
}

extension VaultRecord {
    /// Seals a data key under a new recovery code, which replaces an earlier code.
    mutating func sealForRecovery(_ key: WrappedKey, random: inout some RandomNumberGenerator) -> RecoveryCode {
        let code = RecoveryCode(random: &random)
        var slot = RecoverySlot(sealed: [])
        slot.wrap(key, for: code, in: id, random: &random)
        recovery = slot
        return code
    }
}
